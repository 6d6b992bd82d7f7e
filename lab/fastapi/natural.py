import os
import secrets
from enum import Enum
from typing import Annotated

from fastapi import Depends, FastAPI, HTTPException, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel
from slowapi import Limiter
from slowapi.errors import RateLimitExceeded
from slowapi.middleware import SlowAPIMiddleware
from starlette.exceptions import HTTPException as StarletteHTTPException

from store import Store

KEYS = [os.environ["LAB_KEY"], os.environ["LAB_SECOND_KEY"]]
LIMITS = f"{os.environ['LAB_LIMIT_PER_MINUTE']}/minute;{os.environ['LAB_LIMIT_PER_DAY']}/day"


class PetStatus(str, Enum):
    available = "available"
    pending = "pending"
    sold = "sold"


class NewPet(BaseModel):
    name: str
    categoryId: int
    status: PetStatus = PetStatus.available


class Pet(NewPet):
    id: int


def caller(request: Request) -> str:
    return request.headers.get("authorization") or request.client.host


app = FastAPI(title="Pet Adoption Service", version="1.0.0")
app.state.limiter = Limiter(key_func=caller, application_limits=[LIMITS], headers_enabled=True)
app.add_middleware(SlowAPIMiddleware)
store = Store()
bearer = HTTPBearer(auto_error=False)


def authenticate(credentials: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]) -> None:
    if credentials is None or not any(secrets.compare_digest(credentials.credentials, key) for key in KEYS):
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


@app.exception_handler(RateLimitExceeded)
def on_rate_limit(request: Request, exc: RateLimitExceeded) -> JSONResponse:
    response = error(429, "rate_limit_exceeded", f"Rate limit exceeded: {exc.detail}")
    return request.app.state.limiter._inject_headers(response, request.state.view_rate_limit)


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
