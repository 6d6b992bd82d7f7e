"""urllib.request of the standard library: without retries, and in a loop of its own."""

import json
import time
import urllib.error
import urllib.request

from job import BASE_URL, HEADERS, IS_CONFIGURED, job

MOST_RETRIES = 9 if IS_CONFIGURED else 0


def send(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = HEADERS | {"Content-Type": "application/json"}
    request = urllib.request.Request(BASE_URL + path, data, headers, method=method)
    for n in range(MOST_RETRIES + 1):
        try:
            with urllib.request.urlopen(request) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            error.read()
            if error.code != 429 or n == MOST_RETRIES:
                raise
            time.sleep(max(float(error.headers["Retry-After"]), 0.5 * 2**n))


job(send)
