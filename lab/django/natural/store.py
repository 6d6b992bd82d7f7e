from itertools import count
from threading import Lock

STATUSES = ["available"] * 6 + ["pending"] * 3 + ["sold"]


class Store:
    """The pets, in memory. It starts with 130 of them, most of them available."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._ids = count(1)
        self._pets: dict[int, dict] = {}
        for n in range(130):
            self.add({"name": f"Pet {n + 1}", "categoryId": n % 5 + 1, "status": STATUSES[n % 10]})

    def add(self, pet: dict) -> dict:
        with self._lock:
            stored = {"id": next(self._ids), **pet}
            self._pets[stored["id"]] = stored
            return stored

    def get(self, pet_id: int) -> dict | None:
        return self._pets.get(pet_id)

    def list(self, limit: int, status: str | None) -> list[dict]:
        """The newest pets first."""
        with self._lock:
            newest = reversed(self._pets.values())
            return [pet for pet in newest if status is None or pet["status"] == status][:limit]
