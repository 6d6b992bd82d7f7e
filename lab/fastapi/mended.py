import math
import os
import secrets
import time
from enum import Enum
from typing import Annotated

from fastapi import Depends, FastAPI, HTTPException, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from limits import RateLimitItemPerDay, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter
from pydantic import AfterValidator, BaseModel, Field, StrictInt, StrictStr
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException as StarletteHTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from store import Store

KEYS = [os.environ["LAB_KEY"], os.environ["LAB_SECOND_KEY"]]
LIMITS = [
    RateLimitItemPerMinute(int(os.environ["LAB_LIMIT_PER_MINUTE"])),
    RateLimitItemPerDay(int(os.environ["LAB_LIMIT_PER_DAY"])),
]


def encodable(text: str) -> str:
    """Half a surrogate pair is no text, and could not be written out again."""
    text.encode()
    return text


Text = Annotated[StrictStr, AfterValidator(encodable)]
Int64 = Annotated[StrictInt, Field(ge=-(2**63), le=2**63 - 1)]


class PetStatus(str, Enum):
    available = "available"
    pending = "pending"
    sold = "sold"


class NewPet(BaseModel):
    name: Text
    categoryId: Int64
    status: PetStatus = PetStatus.available


class Pet(NewPet):
    id: int


class RateLimit:
    """Around everything else, so that every response carries the headers: 401, 404 and 429 as well."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.limiter = FixedWindowRateLimiter(MemoryStorage())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        key = known_key(Request(scope).headers.get("authorization", ""))
        caller = key or f"anonymous {scope['client'][0]}"
        admitted = all([self.limiter.hit(each, caller) for each in LIMITS])
        shown = LIMITS[0]
        if self.limiter.get_window_stats(LIMITS[1], caller).remaining == 0:
            shown = LIMITS[1]
        window = self.limiter.get_window_stats(shown, caller)
        reset = math.ceil(window.reset_time)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["X-RateLimit-Limit"] = str(shown.amount)
                headers["X-RateLimit-Remaining"] = str(window.remaining)
                headers["X-RateLimit-Reset"] = str(reset)
                if not admitted:
                    headers["Retry-After"] = str(max(1, math.ceil(reset - time.time())))
            await send(message)

        refusal = error(429, "rate_limit_exceeded", "Rate limit exceeded")
        await (self.app if admitted else refusal)(scope, receive, send_with_headers)


app = FastAPI(title="Pet Adoption Service", version="1.0.0")
app.add_middleware(RateLimit)
store = Store()


def known_key(authorization: str) -> str | None:
    """The caller is the key, however its scheme is written."""
    scheme, _, token = authorization.partition(" ")
    if scheme.lower() != "bearer":
        return None
    return next((key for key in KEYS if secrets.compare_digest(token.encode(), key.encode())), None)


def authenticate(request: Request) -> None:
    if known_key(request.headers.get("authorization", "")) is None:
        raise HTTPException(401, "API key missing or invalid", headers={"WWW-Authenticate": "Bearer"})


def error(status: int, code: str, message: str, headers: dict | None = None) -> JSONResponse:
    return JSONResponse({"code": code, "message": message, "status": status}, status, headers)


CODES = {401: "unauthorized", 404: "not_found", 405: "method_not_allowed"}


@app.exception_handler(StarletteHTTPException)
async def on_http_exception(request: Request, exc: StarletteHTTPException) -> JSONResponse:
    return error(exc.status_code, CODES.get(exc.status_code, "error"), exc.detail, exc.headers)


@app.exception_handler(RequestValidationError)
async def on_invalid(request: Request, exc: RequestValidationError) -> JSONResponse:
    first = exc.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    return error(400, "invalid_request", f"{where}: {first['msg']}")


@app.get("/v1/pets", dependencies=[Depends(authenticate)])
def list_pets(limit: Annotated[int, Query(ge=1, le=100)] = 20, status: PetStatus | None = None) -> list[Pet]:
    return store.list(limit, status)


@app.post("/v1/pets", status_code=201, dependencies=[Depends(authenticate)])
def create_pet(pet: NewPet) -> Pet:
    return store.add(pet.model_dump(mode="json"))


@app.get("/v1/pets/{pet_id}", deprecated=True, dependencies=[Depends(authenticate)])
def get_pet(pet_id: int) -> Pet:
    pet = store.get(pet_id)
    if pet is None:
        raise HTTPException(404, "Pet not found")
    return pet
