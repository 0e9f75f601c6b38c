"""idle_streams.py PORT COUNT PID: opens COUNT streams of events, and prints the memory of the server with this id."""
import pathlib
import resource
import socket
import sys
import time

port, count, pid = map(int, sys.argv[1:])
resource.setrlimit(resource.RLIMIT_NOFILE, (count + 100, count + 100))


def memory():
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


before = memory()
streams = []
for number in range(count):
    stream = socket.create_connection(("127.0.0.1", port), timeout=20)
    stream.sendall(f"GET /v1/sessions/idle-{number}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    streams.append(stream)
opened = sum(b" 200 " in stream.recv(512) for stream in streams)
time.sleep(20)  # longer than the interval of comments in a stream
print(f"{opened} of {count} idle streams: {memory():.0f} MB, {before:.0f} MB without them")
