"""Runs a command in a pseudo terminal of 40 lines of 100 columns; its keys are our input, its screen our output."""
import fcntl, os, pty, select, struct, sys, termios

pid, terminal = pty.fork()
if pid == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
    os.execvp(sys.argv[1], sys.argv[1:])
keys = 0
while True:
    ready, _, _ = select.select([terminal] if keys is None else [terminal, keys], [], [])
    if keys in ready:
        typed = os.read(keys, 4096)
        if typed:
            os.write(terminal, typed)
        else:
            keys = None
    if terminal in ready:
        try:
            shown = os.read(terminal, 65536)
        except OSError:
            break
        if not shown:
            break
        os.write(1, shown)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
