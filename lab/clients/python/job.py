"""The work of every client, and which of its two ways it goes: `default` or `configured`."""

import os
import sys
import time

BASE_URL = os.environ["PETVET_BASE_URL"]
HEADERS = {"Authorization": "Bearer " + os.environ["PETVET_API_KEY"]}
IS_CONFIGURED = sys.argv[1:] == ["configured"]


def job(send):
    """24 requests, one after the other. A failure is told; after a pause the job goes on with the next request."""
    for i in range(1, 25):
        try:
            if i <= 20:
                send("GET", f"/pets?limit={i}")
            else:
                send("POST", "/pets", {"name": f"Pet {i}", "categoryId": i, "status": "available"})
        except Exception as error:
            print(f"request {i}: {error}", file=sys.stderr)
            time.sleep(2.5)
