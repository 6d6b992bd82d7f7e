package lab.pets;

public enum PetStatus {
  available,
  pending,
  sold
}
