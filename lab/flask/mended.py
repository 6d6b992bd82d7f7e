import json
import math
import os
import re
import time
from functools import wraps
from hmac import compare_digest

from flask import Flask, abort, g, jsonify, request
from limits import RateLimitItemPerDay, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter
from werkzeug.exceptions import HTTPException

from store import Store

KEYS = [os.environ["LAB_KEY"], os.environ["LAB_SECOND_KEY"]]
STATUSES = ["available", "pending", "sold"]
LIMITS = [
    RateLimitItemPerMinute(int(os.environ["LAB_LIMIT_PER_MINUTE"])),
    RateLimitItemPerDay(int(os.environ["LAB_LIMIT_PER_DAY"])),
]


def api_key() -> str | None:
    scheme, _, key = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        return None
    return next((each for each in KEYS if compare_digest(key.encode(), each.encode())), None)


app = Flask(__name__)
windows = FixedWindowRateLimiter(MemoryStorage())
store = Store()


@app.before_request
def limit_rate():
    caller = api_key() or f"anonymous {request.remote_addr}"
    admitted = all([windows.hit(each, caller) for each in LIMITS])
    minute, day = (windows.get_window_stats(each, caller) for each in LIMITS)
    limit, window = (LIMITS[1], day) if day.remaining == 0 else (LIMITS[0], minute)
    reset = math.ceil(window.reset_time)
    g.rate_headers = {
        "X-RateLimit-Limit": limit.amount,
        "X-RateLimit-Remaining": window.remaining,
        "X-RateLimit-Reset": reset,
    }
    if not admitted:
        g.rate_headers["Retry-After"] = max(1, math.ceil(reset - time.time()))
        abort(429, "Rate limit exceeded")


@app.after_request
def add_rate_headers(response):
    response.headers.update(g.get("rate_headers", {}))
    return response


@app.errorhandler(HTTPException)
def on_error(error: HTTPException):
    body = {"code": error.name.lower().replace(" ", "_"), "message": error.description, "status": error.code}
    response = jsonify(body)
    if error.code == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    return response, error.code


def authenticated(view):
    @wraps(view)
    def checked(*args, **kwargs):
        if api_key() is None:
            abort(401, "API key missing or invalid")
        return view(*args, **kwargs)

    return checked


@app.get("/v1/pets")
@authenticated
def list_pets():
    try:
        limit = int(request.args.get("limit", 20))
    except ValueError:
        abort(400, "limit is not an integer")
    if not 1 <= limit <= 100:
        abort(400, "limit is not between 1 and 100")
    status = request.args.get("status")
    if status is not None and status not in STATUSES:
        abort(400, f"status is not one of {', '.join(STATUSES)}")
    return jsonify(store.list(limit, status))


def refuse_constant(name: str):
    """Python reads NaN and Infinity, JSON has neither."""
    raise ValueError(f"{name} is not JSON")


def is_text(value: str) -> bool:
    """Half a surrogate pair is no text, and could not be written out again."""
    return re.search("[\ud800-\udfff]", value) is None


@app.post("/v1/pets")
@authenticated
def create_pet():
    try:
        pet = json.loads(request.get_data(), parse_constant=refuse_constant)
    except (ValueError, RecursionError):
        abort(400, "the body is not JSON")
    if not isinstance(pet, dict):
        abort(400, "the body is not a JSON object")
    if not isinstance(pet.get("name"), str) or not is_text(pet["name"]):
        abort(400, "name is required and a string")
    category = pet.get("categoryId")
    if type(category) is not int or not -(2**63) <= category < 2**63:
        abort(400, "categoryId is required and an integer of 64 bits")
    status = pet.get("status", "available")
    if not isinstance(status, str) or status not in STATUSES:
        abort(400, f"status is not one of {', '.join(STATUSES)}")
    return jsonify(store.add({"name": pet["name"], "categoryId": pet["categoryId"], "status": status})), 201


@app.get("/v1/pets/<int:pet_id>")
@authenticated
def get_pet(pet_id: int):
    pet = store.get(pet_id)
    if pet is None:
        abort(404, "Pet not found")
    return jsonify(pet)
