package lab.pets;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.util.Arrays;

public record NewPet(String name, long categoryId, PetStatus status) {
  private static final BigInteger LEAST = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);

  /** Reads the members as they are: Jackson would make a string of a number, an integer of "5", and a constant of its index. */
  static NewPet of(JsonNode body) {
    if (body == null || !body.isObject()) throw new InvalidPet("the body is not a JSON object");
    if (!body.path("name").isTextual()) throw new InvalidPet("name is required and a string");
    var category = body.path("categoryId");
    if (!category.isIntegralNumber() || category.bigIntegerValue().compareTo(LEAST) < 0 || category.bigIntegerValue().compareTo(MOST) > 0)
      throw new InvalidPet("categoryId is required and an integer of 64 bits");
    if (!body.has("status")) return new NewPet(body.get("name").textValue(), category.longValue(), PetStatus.available);
    var status = Arrays.stream(PetStatus.values())
        .filter(each -> each.name().equals(body.get("status").textValue()))
        .findAny()
        .orElseThrow(() -> new InvalidPet("status must be available, pending or sold"));
    return new NewPet(body.get("name").textValue(), category.longValue(), status);
  }
}
