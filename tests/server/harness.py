"""Starts `parley serve` and talks to it. Every test_* script here uses it; each gets the path of the command.

    with Server("bots/shop.yaml") as server:
        answer = server.post("/v1/sessions/s1/turns", {"text": "where is my order"})
        check(answer.status, 200)
        check(answer.json["say"], ["Which order is it?"])
    finish()

A failed check prints its line. The test continues, and finish() fails at the end.
"""
import http.client
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import traceback

COMMAND = str(pathlib.Path(sys.argv[1]).resolve())
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SCRATCH = tempfile.TemporaryDirectory()
SECONDS = 60  # after which a request or a start has failed
failures = []
checks = 0


def path(name):
    """The path of a file that the test makes."""
    return str(pathlib.Path(SCRATCH.name) / name)


def write(name, text):
    pathlib.Path(path(name)).write_text(text)
    return path(name)


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def code(self):
        """The code of a problem, if the answer is a well-formed one."""
        if self.headers.get("Content-Type") != "application/problem+json":
            return f"not a problem: {self.status} {self.body[:200]!r}"
        problem = self.json
        if problem["status"] != self.status or problem["type"] != f"urn:parley:problem:{problem['code']}":
            return f"an inconsistent problem: {problem}"
        return problem["code"]


class Server:
    """A server with the given bots and options. `key` is sent with every request."""

    def __init__(self, *bots, options=(), key=None, environment=None):
        self.key = key
        place = [] if "--unix" in options else ["--listen", "127.0.0.1:0"]
        self.process = subprocess.Popen(
            [COMMAND, "serve", *map(str, bots), "--no-cache", *place, *options], cwd=ROOT, text=True,
            stdout=subprocess.PIPE, stderr=open(path("server.err"), "w"), env={**os.environ, **(environment or {})})
        first = self.process.stdout.readline()
        if "listens on " not in first:
            self.process.wait(SECONDS)
            raise RuntimeError("the server did not start: " + pathlib.Path(path("server.err")).read_text())
        self.url = first.split("listens on ")[1].strip()
        self.host, _, port = self.url.split("//")[-1].rpartition(":")
        self.port = int(port) if port.isdigit() else 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self, how=signal.SIGTERM):
        """Ends the server and returns its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        try:
            return self.process.wait(SECONDS)
        finally:
            if self.process.poll() is None:
                self.process.kill()
                self.process.wait()

    def connection(self):
        return http.client.HTTPConnection(self.host, self.port, timeout=SECONDS)

    def send(self, method, target, body=None, headers=None, connection=None):
        headers = dict(headers or {})
        if self.key and "Authorization" not in headers:
            headers["Authorization"] = "Bearer " + self.key
        if body is not None and not isinstance(body, (str, bytes)):
            body = json.dumps(body)
        if body is not None:
            headers.setdefault("Content-Type", "application/json")
        used = connection or self.connection()
        used.request(method, target, body, {name: value for name, value in headers.items() if value is not None})
        answer = used.getresponse()
        read = Answer(answer.status, answer.headers, answer.read())
        if not connection:
            used.close()
        return read

    def get(self, target, **headers):
        return self.send("GET", target, headers=headers)

    def post(self, target, body=None, **more):
        return self.send("POST", target, {} if body is None else body, **more)

    def turn(self, session, text, **fields):
        return self.post(f"/v1/sessions/{session}/turns", {"text": text, **fields}).json

    def raw(self, data, read_all=True):
        """Sends bytes and returns what the server answers until it closes, or the first part of it."""
        with socket.create_connection((self.host, self.port), SECONDS) as connection:
            connection.sendall(data)
            parts = []
            while part := connection.recv(65536):
                parts.append(part)
                if not read_all:
                    break
            return b"".join(parts)


class Events:
    """An open stream of events. next() waits for one, as (event, id, data)."""

    def __init__(self, server, target, **headers):
        self.connection = server.connection()
        if server.key:
            headers.setdefault("Authorization", "Bearer " + server.key)
        self.connection.request("GET", target, headers=headers)
        self.answer = self.connection.getresponse()

    def next(self):
        event = {}
        while line := self.answer.readline().decode():
            name, _, value = line.rstrip("\n").partition(": ")
            if line == "\n" and "event" in event:
                return event["event"], event.get("id"), json.loads(event["data"])
            if name in ("event", "id", "data"):
                event[name] = value
        return None

    def close(self):
        self.connection.close()


def check(actual, expected, note=""):
    global checks
    checks += 1
    if actual == expected:
        return
    caller = traceback.extract_stack(limit=2)[0]
    failures.append(caller)
    print(f"FAILED: {caller.filename}:{caller.lineno}: {caller.line} {note}\n  expected {repr(expected)[:1000]}\n  got      {repr(actual)[:1000]}")


def check_in(part, whole, note=""):
    check(part in whole, True, f"{note} ({part!r} in {whole!r})")


def new_key(scopes, *options, file=None):
    """Makes an API key in a file (default: keys.json)."""
    command = [COMMAND, "api-keys", "add", "--keys", file or path("keys.json"), "--scope", scopes, *options]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def finish():
    print(f"{checks} checks, {len(failures)} failed")
    sys.exit(1 if failures or not checks else 0)
