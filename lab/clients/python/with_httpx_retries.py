"""httpx with httpx-retries."""

import httpx
from httpx_retries import Retry, RetryTransport

from job import BASE_URL, HEADERS, IS_CONFIGURED, job


class Patient(Retry):
    """Waits for the longer of the two, where Retry waits for Retry-After alone."""

    def _calculate_sleep(self, headers):
        return max(float(headers.get("Retry-After", 0)), self.backoff_strategy())


configured = Patient(total=9, backoff_factor=0.25, backoff_jitter=0, allowed_methods=["GET", "POST"])
transport = RetryTransport(retry=configured) if IS_CONFIGURED else RetryTransport()
client = httpx.Client(transport=transport, headers=HEADERS)


def send(method, path, body=None):
    response = client.request(method, BASE_URL + path, json=body)
    response.raise_for_status()
    return response.json()


job(send)
