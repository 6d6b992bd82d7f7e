from rest_framework.exceptions import ValidationError
from rest_framework.views import exception_handler


def on_error(exc, context):
    """Every error of the framework as an Error."""
    response = exception_handler(exc, context)
    if response is None:
        return None
    code = getattr(exc, "default_code", "error")
    message = str(response.data) if isinstance(exc, ValidationError) else str(response.data.get("detail", exc))
    response.data = {"code": code, "message": message, "status": response.status_code}
    return response
