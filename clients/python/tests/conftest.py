"""A server that answers as a test says, and clients of it."""

from __future__ import annotations

import json
import socket
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Union

import pytest

import bundlewire

KEY = "bw_test_secret_of_the_tests"
CLIENTS = Path(__file__).resolve().parent.parent.parent


class Seen(NamedTuple):
    method: str
    path: str
    headers: Dict[str, str]
    body: bytes


class Reply(NamedTuple):
    status: int = 200
    body: Union[bytes, Dict[str, Any]] = b""
    headers: Dict[str, str] = {}
    #: Sends this many bytes less than announced, then closes the connection.
    missing: int = 0


#: Closes the connection without an answer.
CUT = None
Step = Union[Reply, None, Callable[[Seen], Reply]]


class Script:
    def __init__(self) -> None:
        self.steps: List[Step] = []
        self.seen: List[Seen] = []
        self.base_url = ""

    def client(self, **options: Any) -> bundlewire.Client:
        return bundlewire.Client(self.base_url, KEY, **{**self.options(), **options})

    def async_client(self, **options: Any) -> bundlewire.AsyncClient:
        return bundlewire.AsyncClient(self.base_url, KEY, **{**self.options(), **options})

    @staticmethod
    def options() -> Dict[str, Any]:
        return {"timeout": 1.0, "poll_interval": 0.01, "retries": bundlewire.Retries(3, 5)}


@pytest.fixture
def server() -> Iterator[Script]:
    script = Script()
    httpd = ThreadingHTTPServer(("127.0.0.1", 0), handler_of(script))
    httpd.daemon_threads = True
    threading.Thread(target=httpd.serve_forever, args=(0.01,), daemon=True).start()
    script.base_url = f"http://127.0.0.1:{httpd.server_address[1]}"
    yield script
    httpd.shutdown()
    httpd.server_close()
    assert script.steps == [], "the client sent fewer requests than expected"


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bundlewire._retry.FIRST_PAUSE", 0.01)


def handler_of(script: Script) -> type:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def answer(self) -> None:
            seen = Seen(self.command, self.path, {k.lower(): v for k, v in self.headers.items()}, self.read())
            script.seen.append(seen)
            step = script.steps.pop(0) if script.steps else Reply(599)
            reply: Optional[Reply] = step(seen) if callable(step) else step
            if reply is None:
                self.close_connection = True
                self.connection.shutdown(socket.SHUT_RDWR)
                return
            is_json = isinstance(reply.body, dict)
            body = json.dumps(reply.body).encode() if isinstance(reply.body, dict) else reply.body
            self.send_response(reply.status)
            headers = {"content-type": "application/json"} if is_json else {}
            for name, value in {**headers, "content-length": str(len(body)), **reply.headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body[: len(body) - reply.missing])
            self.close_connection = reply.missing > 0

        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = answer

        def read(self) -> bytes:
            if self.headers.get("transfer-encoding") != "chunked":
                return self.rfile.read(int(self.headers.get("content-length", "0")))
            body = b""
            while size := int(self.rfile.readline(), 16):
                body += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
            return body

        def log_message(self, format: str, *args: Any) -> None:
            pass

    return Handler


def purchase(**fields: Any) -> Dict[str, Any]:
    return {"id": "pur_1", "object": "purchase", "reference": "order-1", "status": "pending", **fields}


def error(code: str, **fields: Any) -> Dict[str, Any]:
    return {"error": {"code": code, "message": f"What {code} means.", "request_id": "req_1", **fields}}
