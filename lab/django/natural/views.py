from rest_framework.exceptions import NotFound
from rest_framework.response import Response
from rest_framework.views import APIView

from .serializers import ListQuerySerializer, PetSerializer
from .store import Store

store = Store()


class WithRateLimitHeaders(APIView):
    def finalize_response(self, request, response, *args, **kwargs):
        response = super().finalize_response(request, response, *args, **kwargs)
        for name, value in getattr(request._request, "rate_limit", {}).items():
            response[name] = value
        return response


class PetsView(WithRateLimitHeaders):
    def get(self, request):
        query = ListQuerySerializer(data=request.query_params)
        query.is_valid(raise_exception=True)
        pets = store.list(query.validated_data["limit"], query.validated_data.get("status"))
        return Response(PetSerializer(pets, many=True).data)

    def post(self, request):
        pet = PetSerializer(data=request.data)
        pet.is_valid(raise_exception=True)
        return Response(PetSerializer(store.add(pet.validated_data)).data, status=201)


class PetView(WithRateLimitHeaders):
    def get(self, request, pet_id):
        pet = store.get(pet_id)
        if pet is None:
            raise NotFound("Pet not found")
        return Response(PetSerializer(pet).data)
