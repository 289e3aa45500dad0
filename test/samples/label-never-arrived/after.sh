kubectl label teamspace alpha owner-
