import os
from functools import wraps
from hmac import compare_digest

from flask import Flask, abort, jsonify, request
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from werkzeug.exceptions import HTTPException

from store import Store

KEYS = [os.environ["LAB_KEY"], os.environ["LAB_SECOND_KEY"]]
STATUSES = ["available", "pending", "sold"]


def api_key() -> str | None:
    scheme, _, key = request.headers.get("Authorization", "").partition(" ")
    return key if scheme == "Bearer" else None


app = Flask(__name__)
limiter = Limiter(
    lambda: api_key() or get_remote_address(),
    app=app,
    application_limits=[f"{os.environ['LAB_LIMIT_PER_MINUTE']} per minute", f"{os.environ['LAB_LIMIT_PER_DAY']} per day"],
    headers_enabled=True,
    storage_uri="memory://",
)
store = Store()


@app.errorhandler(HTTPException)
def on_error(error: HTTPException):
    body = {"code": error.name.lower().replace(" ", "_"), "message": error.description, "status": error.code}
    return jsonify(body), error.code


def authenticated(view):
    @wraps(view)
    def checked(*args, **kwargs):
        key = api_key()
        if key is None or not any(compare_digest(key, each) for each in KEYS):
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


@app.post("/v1/pets")
@authenticated
def create_pet():
    pet = request.get_json()
    if not pet.get("name") or not isinstance(pet["name"], str):
        abort(400, "name is required")
    if not isinstance(pet.get("categoryId"), int):
        abort(400, "categoryId is required and an integer")
    status = pet.get("status", "available")
    if status not in STATUSES:
        abort(400, f"status is not one of {', '.join(STATUSES)}")
    return jsonify(store.add({"name": pet["name"], "categoryId": pet["categoryId"], "status": status})), 201


@app.get("/v1/pets/<int:pet_id>")
@authenticated
def get_pet(pet_id: int):
    pet = store.get(pet_id)
    if pet is None:
        abort(404, "Pet not found")
    return jsonify(pet)
