import time

from rest_framework.throttling import UserRateThrottle


class HeadersThrottle(UserRateThrottle):
    """Leaves what it knows of the window with the request, for the response's headers."""

    def allow_request(self, request, view):
        allowed = super().allow_request(request, view)
        if getattr(self, "key", None) is not None:
            oldest = self.history[-1] if self.history else self.now
            request._request.rate_limit = {
                "X-RateLimit-Limit": self.num_requests,
                "X-RateLimit-Remaining": self.num_requests - len(self.history),
                "X-RateLimit-Reset": int(oldest + self.duration),
            }
        return allowed


class PerDay(HeadersThrottle):
    scope = "day"

    def allow_request(self, request, view):
        minute = getattr(request._request, "rate_limit", None)
        allowed = super().allow_request(request, view)
        if allowed and minute is not None:
            request._request.rate_limit = minute
        return allowed


class PerMinute(HeadersThrottle):
    scope = "minute"
