package lab.pets;

public record ApiError(String code, String message, int status) {}
