"""Runs a program and prints as JSON what it used: python3 usage.py PROGRAM ARGUMENT…

CPU times are in seconds, of the program itself and of the programs that it started; peakKiB is the program's own.
"""
import json, os, subprocess, sys, time

started = time.time()
child = subprocess.Popen(sys.argv[1:], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
output = {}

def read(name):
    with getattr(child, name) as stream:
        output[name] = stream.read().decode()

import threading
readers = [threading.Thread(target=read, args=(name,)) for name in ("stdout", "stderr")]
for reader in readers:
    reader.start()

peak = 0
while os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is None:
    with open(f"/proc/{child.pid}/status") as status:
        for line in status:
            if line.startswith("VmHWM:"):
                peak = int(line.split()[1])
    time.sleep(0.05)
ended = time.time()
# The kernel keeps the times of a process until it is waited for.
with open(f"/proc/{child.pid}/stat") as stat:
    ticks = [int(field) / os.sysconf("SC_CLK_TCK") for field in stat.read().rpartition(")")[2].split()[11:15]]
child.wait()
for reader in readers:
    reader.join()
json.dump({
    "exitCode": child.returncode,
    "startedAtMs": started * 1000,
    "wallMs": (ended - started) * 1000,
    "ownCpu": ticks[0] + ticks[1],
    "childrenCpu": ticks[2] + ticks[3],
    "peakKiB": peak,
    **output,
}, sys.stdout)
