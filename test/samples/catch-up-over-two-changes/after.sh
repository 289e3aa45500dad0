set_pods 6
systemctl stop cnpa-op.service
kubectl patch teamspace alpha --type merge -p '{"spec":{"pods":7}}'
. ./steps/7.sh
. ./steps/8.sh
