"""Tests a client in a session of `petvet serve --sessions`. Run by `python3 -m unittest adopt_test`, or by pytest."""

import json
import os
import time
import unittest
import urllib.error
import urllib.request

SESSIONS = os.environ.get("SESSIONS_URL", "http://127.0.0.1:8080/sessions")
BACKOFF = float(os.environ.get("ADOPT_BACKOFF", "0.5"))


def call(url, key="", body=None):
    """The client: it waits for the longer of Retry-After and its own backoff."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Authorization": f"Bearer {key}", "Content-Type": "application/json"})
    for attempt in range(10):
        try:
            with urllib.request.urlopen(request) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            if error.code != 429:
                raise
            time.sleep(max(float(error.headers["Retry-After"]), BACKOFF * 2**attempt))
    raise RuntimeError("refused ten times")


class AdoptTest(unittest.TestCase):
    def test_backs_off(self):
        session = call(SESSIONS, body={"situation": "refusals", "client": "adopt.py"})
        for limit in range(1, 7):
            call(f"{session['baseUrl']}/pets?limit={limit}", session["apiKey"])
        report = call(session["report"])
        unsatisfied = [rule for rule in report["rules"] if rule["verdict"] != "pass"]
        self.assertEqual(report["outcome"], "conforming", unsatisfied)
