. ./steps/2.sh
set_pods 8
