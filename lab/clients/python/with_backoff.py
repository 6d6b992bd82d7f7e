"""requests with backoff."""

import backoff
import requests

from job import BASE_URL, HEADERS, IS_CONFIGURED, job


def patient():
    """Waits that grow, and are no shorter than Retry-After. The error is what backoff sends in."""
    error = yield
    n = 0
    while True:
        error = yield max(float(error.response.headers["Retry-After"]), 0.5 * 2**n)
        n += 1


decorator = (
    # The jitter of backoff would shorten Retry-After, too.
    backoff.on_exception(patient, requests.exceptions.HTTPError, jitter=None, max_tries=10)
    if IS_CONFIGURED
    else backoff.on_exception(backoff.expo, requests.exceptions.RequestException)
)


@decorator
def send(method, path, body=None):
    response = requests.request(method, BASE_URL + path, headers=HEADERS, json=body)
    response.raise_for_status()
    return response.json()


job(send)
