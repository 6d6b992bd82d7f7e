"""httpx with stamina."""

import httpx
import stamina

from job import BASE_URL, HEADERS, IS_CONFIGURED, job

client = httpx.Client(headers=HEADERS)
tries = 0


def patient(error):
    """The hook decides how long to wait; it is not told how often it was asked."""
    global tries
    tries += 1
    return max(float(error.response.headers["Retry-After"]), 0.5 * 2 ** (tries - 1))


on = patient if IS_CONFIGURED else httpx.HTTPError


@stamina.retry(on=on, attempts=10 if IS_CONFIGURED else 3, timeout=None)
def attempt(method, path, body):
    response = client.request(method, BASE_URL + path, json=body)
    response.raise_for_status()
    return response.json()


def send(method, path, body=None):
    global tries
    tries = 0
    return attempt(method, path, body)


job(send)
