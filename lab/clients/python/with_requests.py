"""requests with Retry of urllib3."""

import requests
from requests.adapters import HTTPAdapter
from urllib3.util import Retry

from job import BASE_URL, HEADERS, IS_CONFIGURED, job


class Patient(Retry):
    """Waits for the longer of the two, where Retry waits for Retry-After alone."""

    def get_retry_after(self, response):
        return max(super().get_retry_after(response) or 0, self.get_backoff_time())


session = requests.Session()
session.headers.update(HEADERS)
retries = (
    Patient(total=9, backoff_factor=0.25, allowed_methods=None)
    if IS_CONFIGURED
    else Retry(total=3, backoff_factor=0.1, status_forcelist=[502, 503, 504])
)
session.mount("http://", HTTPAdapter(max_retries=retries))


def send(method, path, body=None):
    response = session.request(method, BASE_URL + path, json=body)
    response.raise_for_status()
    return response.json()


job(send)
