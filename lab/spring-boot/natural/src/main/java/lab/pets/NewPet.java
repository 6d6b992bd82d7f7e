package lab.pets;

import jakarta.validation.constraints.NotNull;

public record NewPet(@NotNull String name, @NotNull Long categoryId, PetStatus status) {}
