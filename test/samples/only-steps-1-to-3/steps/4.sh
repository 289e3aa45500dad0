exit 0 # not done yet
