#!/usr/bin/env python3
"""Serves language models at a loopback address: prints its origin, then answers POST /MODE/v1/chat/completions.

MODE is `good` (the answer names the intent breakfast, and the key must be `open`, if one is sent), `babble` (text that is
no answer), `page` (an HTML page), `slow` (answers after two seconds), or a status code.
"""
import http.server
import json
import threading

GOOD = json.dumps({"intents": [{"id": "breakfast"}]})


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        mode, _, rest = self.path[1:].partition("/")
        if rest != "v1/chat/completions":
            return self.answer(404, "<html>not found</html>")
        if mode == "good" and self.headers.get("Authorization", "Bearer open") != "Bearer open":
            return self.answer(401, "{}")
        if mode.isdigit():
            return self.answer(int(mode), "{}")
        if mode == "page":
            return self.answer(200, "<html>welcome</html>")
        if mode == "slow":
            threading.Event().wait(2)
        text = GOOD if mode in ("good", "slow") else "Breakfast it is!"
        return self.answer(200, json.dumps({"choices": [{"message": {"content": text}}]}))

    def answer(self, status, body):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        try:
            self.wfile.write(body.encode())
        except OSError:
            pass  # the client did not wait

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print("http://127.0.0.1:%d" % server.server_address[1], flush=True)
server.serve_forever()
