import time

from django.core.cache import cache
from django.conf import settings
from django.http import JsonResponse


class RateLimitMiddleware:
    """Around everything else, so that every response carries the headers. A window is a minute, or a day, of the clock."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        now = int(time.time())
        caller = caller_of(request)
        windows = [self.hit(caller, now, length, limit) for length, limit in settings.LIMITS.items()]
        minute, day = windows
        limit, used, reset = day if day[1] >= day[0] else minute
        if any(used > limit for limit, used, _ in windows):
            refusal = {"code": "rate_limit_exceeded", "message": "Rate limit exceeded", "status": 429}
            response = JsonResponse(refusal, status=429, headers={"Retry-After": max(1, reset - now)})
        else:
            response = self.get_response(request)
        response["X-RateLimit-Limit"] = limit
        response["X-RateLimit-Remaining"] = max(0, limit - used)
        response["X-RateLimit-Reset"] = reset
        return response

    def hit(self, caller, now, length, limit):
        window = now // length
        key = f"limit:{length}:{window}:{caller}"
        cache.add(key, 0, 2 * length)
        return limit, cache.incr(key), (window + 1) * length


def caller_of(request):
    scheme, _, key = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() == "bearer" and key in settings.API_KEYS:
        return key
    return f"anonymous:{request.META['REMOTE_ADDR']}"
