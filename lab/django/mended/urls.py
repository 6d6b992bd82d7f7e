from django.urls import path, re_path

from .views import NoSuchResource, PetsView, PetView

urlpatterns = [
    path("v1/pets", PetsView.as_view()),
    path("v1/pets/<int:pet_id>", PetView.as_view()),
    re_path("", NoSuchResource.as_view()),
]
