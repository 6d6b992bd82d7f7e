from rest_framework import serializers

STATUSES = ["available", "pending", "sold"]


class PetSerializer(serializers.Serializer):
    id = serializers.IntegerField(read_only=True)
    name = serializers.CharField()
    categoryId = serializers.IntegerField()
    status = serializers.ChoiceField(STATUSES, default="available")


class ListQuerySerializer(serializers.Serializer):
    limit = serializers.IntegerField(min_value=1, max_value=100, default=20)
    status = serializers.ChoiceField(STATUSES, required=False)
