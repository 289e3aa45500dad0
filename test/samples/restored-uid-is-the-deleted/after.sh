json drift.json '.restored_uid = .deleted_uid'
