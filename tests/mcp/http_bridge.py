#!/usr/bin/env python3
"""http_bridge.py BOT: serves `parley mcp` over HTTP, for tests. It listens on 127.0.0.1 and prints its URL.

The conformance suite of MCP needs a URL. This bridge checks the headers and maps errors to statuses, as a server of
streamable HTTP does. A client of 2025-11-25 gets a process of its own, by its Mcp-Session-Id. PARLEY names the command.
"""
import json
import os
import subprocess
import sys
import threading
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PARLEY = os.environ.get("PARLEY", "build/release/cli/parley")
VERSION = "io.modelcontextprotocol/protocolVersion"
STATUS = {-32700: 400, -32600: 400, -32602: 400, -32601: 404, -32022: 400, -32020: 400}


class Process:
    def __init__(self):
        command = [PARLEY, "mcp", "--bot", sys.argv[1], "--no-cache"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.lock = threading.Lock()

    def ask(self, message):
        """Returns the next message of parley; None for a notification."""
        with self.lock:
            self.process.stdin.write(json.dumps(message).encode() + b"\n")
            self.process.stdin.flush()
            if "method" in message and "id" not in message:
                return None
            return json.loads(self.process.stdout.readline())


MODERN = Process()
SESSIONS = {}  # Mcp-Session-Id: (Process, the event stream of the open call)


class Bridge(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def send(self, status, message, headers=()):
        body = b"" if message is None else json.dumps(message).encode()
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def refuse(self, message, code, why):
        error = {"jsonrpc": "2.0", "error": {"code": code, "message": why}}
        if "id" in message:
            error["id"] = message["id"]
        self.send(STATUS[code], error)

    def is_local(self):
        origin = self.headers.get("Origin", "").split("//")[-1]
        return all(not host or host.split(":")[0] in ("127.0.0.1", "localhost") for host in (origin, self.headers["Host"]))

    def header_problem(self, message, meta):
        params = message.get("params", {})
        expected = {"MCP-Protocol-Version": meta.get(VERSION), "Mcp-Method": message.get("method")}
        if message.get("method") == "tools/call":
            expected["Mcp-Name"] = params.get("name")
        for name, value in expected.items():
            if value is not None and self.headers.get(name, "").strip() != value:
                return f"{name} does not match the body"
        return None

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if not self.is_local():
            return self.send(403, None)
        try:
            message = json.loads(body)
        except ValueError:
            return self.refuse({}, -32700, "not JSON")
        params = message.get("params")
        meta = params.get("_meta", {}) if isinstance(params, dict) else {}
        if message.get("method") == "initialize" and VERSION not in meta:
            return self.begin(message)
        if "Mcp-Session-Id" in self.headers:
            return self.continue_session(message)
        problem = self.header_problem(message, meta)
        if problem:
            return self.refuse(message, -32020, problem)
        answer = MODERN.ask(message)
        self.send(202 if answer is None else STATUS.get(answer.get("error", {}).get("code"), 200), answer)

    def begin(self, message):
        session = uuid.uuid4().hex
        SESSIONS[session] = {"process": Process(), "stream": None}
        self.send(200, SESSIONS[session]["process"].ask(message), [("Mcp-Session-Id", session)])

    # A form goes to the event stream of the call. The answer to the form continues that stream.
    def continue_session(self, message):
        session = SESSIONS.get(self.headers["Mcp-Session-Id"])
        if not session:
            return self.send(404, None)
        if "method" not in message:
            self.send(202, None)
            return session["stream"](session["process"].ask(message))
        answer = session["process"].ask(message)
        if answer is None:
            return self.send(202, None)
        if "method" not in answer:
            return self.send(200, answer)
        done = threading.Event()
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()

        def stream(event):
            self.wfile.write(b"data: " + json.dumps(event).encode() + b"\n\n")
            self.wfile.flush()
            if "method" not in event:
                done.set()

        session["stream"] = stream
        stream(answer)
        done.wait(60)
        self.close_connection = True

    def do_GET(self):
        self.send(405, None)

    def do_DELETE(self):
        session = SESSIONS.pop(self.headers.get("Mcp-Session-Id"), None)
        if session:
            session["process"].process.stdin.close()
        self.send(200 if session else 404, None)

    def log_message(self, *args):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Bridge)
print(f"http://127.0.0.1:{server.server_port}/mcp", flush=True)
server.serve_forever()
