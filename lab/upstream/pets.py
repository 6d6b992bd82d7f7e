"""The small service behind the gateways of the lab: it knows keys and pets, and nothing of limits."""

import json
import os
import re
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from threading import Lock
from urllib.parse import parse_qs, urlsplit

KEYS = {os.environ["LAB_KEY"], os.environ["LAB_SECOND_KEY"]}
STATUSES = ["available", "pending", "sold"]
OF_TEN = ["available"] * 6 + ["pending"] * 3 + ["sold"]

lock = Lock()
ids = count(1)
pets: dict[int, dict] = {}


def add(pet: dict) -> dict:
    with lock:
        stored = {"id": next(ids), **pet}
        pets[stored["id"]] = stored
        return stored


class Refused(Exception):
    def __init__(self, status: int, code: str, message: str) -> None:
        self.status = status
        self.body = {"code": code, "message": message, "status": status}


def refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def read_pet(body: bytes) -> dict:
    try:
        pet = json.loads(body, parse_constant=refuse_constant)
    except (ValueError, RecursionError):
        raise Refused(400, "invalid_body", "the body is not JSON") from None
    if not isinstance(pet, dict):
        raise Refused(400, "invalid_body", "the body is not a JSON object")
    name, category, status = pet.get("name"), pet.get("categoryId"), pet.get("status", "available")
    if not isinstance(name, str) or re.search("[\ud800-\udfff]", name):
        raise Refused(400, "invalid_name", "name is required and a string")
    if type(category) is not int or not -(2**63) <= category < 2**63:
        raise Refused(400, "invalid_category", "categoryId is required and an integer of 64 bits")
    if not isinstance(status, str) or status not in STATUSES:
        raise Refused(400, "invalid_status", f"status is one of {', '.join(STATUSES)}")
    return {"name": name, "categoryId": category, "status": status}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Headers and body leave in one piece: two small ones would wait for each other.
    wbufsize = -1

    def log_message(self, *_: object) -> None:
        pass

    def body(self) -> bytes:
        return self.rfile.read(int(self.headers.get("Content-Length") or 0))

    def send_json(self, status: int, value: object) -> None:
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        if status == 401:
            self.send_header("WWW-Authenticate", "Bearer")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def answer(self) -> None:
        try:
            self.send_json(*self.operate(self.body()))
        except Refused as refused:
            self.send_json(refused.status, refused.body)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = do_OPTIONS = answer

    def operate(self, body: bytes) -> tuple[int, object]:
        scheme, _, key = self.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer" or key not in KEYS:
            raise Refused(401, "unauthorized", "API key missing or invalid")
        target = urlsplit(self.path)
        one = re.fullmatch(r"/v1/pets/([^/]+)", target.path)
        if target.path == "/v1/pets" and self.command == "GET":
            return 200, self.list(parse_qs(target.query, keep_blank_values=True))
        if target.path == "/v1/pets" and self.command == "POST":
            return 201, add(read_pet(body))
        if one and self.command == "GET":
            pet = pets.get(int(one[1])) if re.fullmatch(r"-?[0-9]{1,19}", one[1]) else None
            if pet is None:
                raise Refused(404, "not_found", "no such pet")
            return 200, pet
        if one or target.path == "/v1/pets":
            raise Refused(405, "method_not_allowed", "not allowed here")
        raise Refused(404, "not_found", "no such resource")

    def list(self, query: dict[str, list[str]]) -> list[dict]:
        limit = query.get("limit", ["20"])[0]
        if not re.fullmatch(r"[0-9]{1,3}", limit) or not 1 <= int(limit) <= 100:
            raise Refused(400, "invalid_limit", "limit must be an integer from 1 to 100")
        status = query.get("status", [None])[0]
        if status is not None and status not in STATUSES:
            raise Refused(400, "invalid_status", f"status is one of {', '.join(STATUSES)}")
        with lock:
            newest = reversed(pets.values())
            return [pet for pet in newest if status is None or pet["status"] == status][: int(limit)]


for n in range(130):
    add({"name": f"Pet {n + 1}", "categoryId": n % 5 + 1, "status": OF_TEN[n % 10]})

ThreadingHTTPServer(("127.0.0.1", int(os.environ["UPSTREAM_PORT"])), Handler).serve_forever()
