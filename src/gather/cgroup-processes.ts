/** Python: the ids of the processes in a control group, as text; `None` when there is no such group. */
export const CGROUP_PROCESSES = `
def processes(group):
    for root in ["/sys/fs/cgroup", "/sys/fs/cgroup/unified", "/sys/fs/cgroup/systemd"]:
        try:
            with open(root + group + "/cgroup.procs") as procs:
                return procs.read().split()
        except OSError:
            continue
    return None
`;
