from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class SafeJSONParser(JSONParser):
    """Deep nesting is a RecursionError, which the framework's own lets through."""

    def parse(self, *given, **named):
        try:
            return super().parse(*given, **named)
        except RecursionError:
            raise ParseError("the JSON is nested too deeply") from None
