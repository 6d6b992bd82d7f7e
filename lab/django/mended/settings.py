import os

SECRET_KEY = "for the lab only"
DEBUG = False
ALLOWED_HOSTS = ["127.0.0.1"]
ROOT_URLCONF = "mended.urls"
APPEND_SLASH = False
USE_TZ = True
INSTALLED_APPS = ["rest_framework"]
MIDDLEWARE = ["mended.rate_limit.RateLimitMiddleware", "django.middleware.common.CommonMiddleware"]
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

API_KEYS = [os.environ["LAB_KEY"], os.environ["LAB_SECOND_KEY"]]
LIMITS = {60: int(os.environ["LAB_LIMIT_PER_MINUTE"]), 86_400: int(os.environ["LAB_LIMIT_PER_DAY"])}

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["natural.authentication.ApiKeyAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["mended.parsers.SafeJSONParser"],
    "EXCEPTION_HANDLER": "natural.errors.on_error",
    "UNAUTHENTICATED_USER": None,
}
