from rest_framework import serializers

from natural.serializers import STATUSES


class StrictString(serializers.CharField):
    """The framework's own takes numbers, and trims."""

    def __init__(self, **options):
        super().__init__(trim_whitespace=False, allow_blank=True, **options)

    def to_internal_value(self, data):
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class StrictInt64(serializers.IntegerField):
    """The framework's own takes strings of digits, and any size."""

    def __init__(self, **options):
        super().__init__(min_value=-(2**63), max_value=2**63 - 1, **options)

    def to_internal_value(self, data):
        if type(data) is not int:
            self.fail("invalid")
        return data


class StrictStatus(serializers.ChoiceField):
    """The framework's own takes true for "true"."""

    def to_internal_value(self, data):
        if not isinstance(data, str):
            self.fail("invalid_choice", input=data)
        return super().to_internal_value(data)


class PetSerializer(serializers.Serializer):
    id = serializers.IntegerField(read_only=True)
    name = StrictString()
    categoryId = StrictInt64()
    status = StrictStatus(STATUSES, default="available")
