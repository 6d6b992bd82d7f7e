package lab.pets;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import java.util.List;

@RestController
@RequestMapping("/v1/pets")
public class PetController {
  private final PetStore store;

  public PetController(PetStore store) {
    this.store = store;
  }

  @GetMapping
  public List<Pet> list(
      @RequestParam(defaultValue = "20") @Min(1) @Max(100) int limit, @RequestParam(required = false) PetStatus status) {
    return store.list(limit, status);
  }

  @PostMapping
  @ResponseStatus(HttpStatus.CREATED)
  public Pet create(@Valid @RequestBody NewPet pet) {
    return store.add(pet.name(), pet.categoryId(), pet.status() == null ? PetStatus.available : pet.status());
  }

  @GetMapping("/{petId}")
  public Pet get(@PathVariable long petId) {
    return store.find(petId).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND, "no such pet"));
  }
}
