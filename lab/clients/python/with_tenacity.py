"""httpx with tenacity."""

import httpx
from tenacity import retry, retry_if_exception_type, stop_after_attempt, wait_exponential

from job import BASE_URL, HEADERS, IS_CONFIGURED, job

client = httpx.Client(headers=HEADERS)
exponential = wait_exponential(multiplier=0.5)


def patient(state):
    asked = state.outcome.exception().response.headers.get("Retry-After", 0)
    return max(float(asked), exponential(state))


configured = {
    "wait": patient,
    "stop": stop_after_attempt(10),
    "retry": retry_if_exception_type(httpx.HTTPStatusError),
    "reraise": True,
}


@retry(**(configured if IS_CONFIGURED else {}))
def send(method, path, body=None):
    response = client.request(method, BASE_URL + path, json=body)
    response.raise_for_status()
    return response.json()


job(send)
