#!/usr/bin/env python3
"""A shop with an HTTP interface, for the bot of this folder: shop.py [PORT].

It listens on 127.0.0.1 and prints its address. With port 0 it takes a free port. The key is 'shop-key'. A refund with
the same Idempotency-Key is made once.
"""
import json
import re
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

ORDERS = {
    "O-12345": {"state": "on its way", "arrives": "2026-03-06", "price": 59.5},
    "O-54321": {"state": "delivered", "arrives": None, "price": 24.5},
}
REFUNDS = {}  # by order
ANSWERS = {}  # by idempotency key


class Shop(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, status, body):
        text = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def is_allowed(self):
        allowed = self.headers.get("Authorization") == "Bearer shop-key"
        if not allowed:
            self.answer(401, {"code": "unauthorized"})
        return allowed

    def do_GET(self):
        path = re.fullmatch(r"/v1/orders/(O-\d{5})", self.path)
        if not self.is_allowed():
            return
        if path and path[1] in ORDERS:
            self.answer(200, {"order": {"id": path[1], **ORDERS[path[1]]}})
        else:
            self.answer(404, {"code": "not_found"})

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))))
        if not self.is_allowed():
            return
        key = self.headers.get("Idempotency-Key")
        if key not in ANSWERS:
            ANSWERS[key] = refund(body["order"]["id"])
        self.answer(*ANSWERS[key])

    def log_message(self, *_):
        pass


def refund(order):
    if order not in ORDERS:
        return 404, {"code": "not_found"}
    if order in REFUNDS:
        return 409, {"code": "already_refunded"}
    REFUNDS[order] = f"R-{2041 + len(REFUNDS)}"
    return 201, {"id": REFUNDS[order], "amount": {"amount": ORDERS[order]["price"], "currency": "EUR"}}


def main():
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 8097
    server = ThreadingHTTPServer(("127.0.0.1", port), Shop)
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


main()
