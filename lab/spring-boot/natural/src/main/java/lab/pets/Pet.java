package lab.pets;

public record Pet(long id, String name, long categoryId, PetStatus status) {}
