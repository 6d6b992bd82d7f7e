from dataclasses import dataclass
from hmac import compare_digest

from django.conf import settings
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed


@dataclass
class Caller:
    pk: str
    is_authenticated: bool = True


class ApiKeyAuthentication(BaseAuthentication):
    def authenticate(self, request):
        scheme, _, key = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        if not any(compare_digest(key.encode(), each.encode()) for each in settings.API_KEYS):
            raise AuthenticationFailed("Invalid API key")
        return Caller(pk=key), key

    def authenticate_header(self, request):
        return "Bearer"
