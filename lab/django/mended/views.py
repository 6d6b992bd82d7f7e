from rest_framework.exceptions import NotFound
from rest_framework.response import Response
from rest_framework.views import APIView

from natural.serializers import ListQuerySerializer
from natural.store import Store

from .serializers import PetSerializer

store = Store()


class PetsView(APIView):
    def get(self, request):
        query = ListQuerySerializer(data=request.query_params)
        query.is_valid(raise_exception=True)
        pets = store.list(query.validated_data["limit"], query.validated_data.get("status"))
        return Response(PetSerializer(pets, many=True).data)

    def post(self, request):
        pet = PetSerializer(data=request.data)
        pet.is_valid(raise_exception=True)
        return Response(PetSerializer(store.add(pet.validated_data)).data, status=201)


class PetView(APIView):
    def get(self, request, pet_id):
        pet = store.get(pet_id)
        if pet is None:
            raise NotFound("Pet not found")
        return Response(PetSerializer(pet).data)


class NoSuchResource(APIView):
    """In place of Django's own page: the framework answers 401 first, and a 404 that is an Error."""

    def get(self, request):
        raise NotFound("No such resource")
