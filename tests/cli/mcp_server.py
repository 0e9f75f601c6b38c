#!/usr/bin/env python3
"""A server of MCP with one tool: mcp_server.py [--legacy] [--extra] [--http].

It speaks on standard input and output, or listens on 127.0.0.1 and prints its address. --legacy: it speaks 2025-11-25.
--extra: the schema of the tool has one more property.
"""
import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

LEGACY = "--legacy" in sys.argv
PROPERTIES = {"order": {"type": "string", "x-mcp-header": "Order"}}
if "--extra" in sys.argv:
    PROPERTIES["colour"] = {"$ref": "http://127.0.0.1:1/never"}
TOOL = {"name": "get_order", "inputSchema": {"type": "object", "properties": PROPERTIES}}


def respond(message):
    method, params = message["method"], message.get("params", {})
    if method == "initialize" and LEGACY:
        return {"result": {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}}}
    if not LEGACY and "io.modelcontextprotocol/protocolVersion" not in params.get("_meta", {}):
        return {"error": {"code": -32602, "message": "no version"}}
    if method == "server/discover" and not LEGACY:
        return {"result": {"supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}}}
    if method == "tools/list":
        return {"result": {"tools": [TOOL]}}
    if method == "tools/call" and params["name"] == "get_order":
        order = params["arguments"]["order"]
        if order == "O-99999":
            return {"result": {"isError": True, "content": [{"type": "text", "text": "no such order"}]}}
        return {"result": {"structuredContent": {"state": "in Lyon"}, "content": []}}
    return {"error": {"code": -32601, "message": "Method not found"}}


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        answer = respond(message)
        if message["method"] == "tools/call" and not LEGACY:
            if self.headers["Mcp-Param-Order"] != message["params"]["arguments"]["order"]:
                answer = {"error": {"code": -32020, "message": "Header mismatch"}}
        self.send_response(200 if "result" in answer else 400)
        self.end_headers()
        if "id" in message:
            self.wfile.write(json.dumps({"jsonrpc": "2.0", "id": message["id"], **answer}).encode())

    def log_message(self, *args):
        pass


if "--http" in sys.argv:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
for line in sys.stdin:
    message = json.loads(line)
    if "id" in message:
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], **respond(message)}), flush=True)
