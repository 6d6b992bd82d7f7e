from django.urls import path

from .views import PetsView, PetView

urlpatterns = [
    path("v1/pets", PetsView.as_view()),
    path("v1/pets/<int:pet_id>", PetView.as_view()),
]
