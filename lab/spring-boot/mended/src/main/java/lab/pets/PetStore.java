package lab.pets;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** The pets, in memory. It starts with 130 of them, most of them available. */
@Component
public class PetStore {
  private final List<Pet> pets = new ArrayList<>();

  public PetStore() {
    for (int n = 0; n < 130; n++) {
      var status = n % 10 < 6 ? PetStatus.available : n % 10 < 9 ? PetStatus.pending : PetStatus.sold;
      add("Pet " + (n + 1), n % 5 + 1, status);
    }
  }

  public synchronized Pet add(String name, long categoryId, PetStatus status) {
    var pet = new Pet(pets.size() + 1, name, categoryId, status);
    pets.add(pet);
    return pet;
  }

  public synchronized Optional<Pet> find(long id) {
    return id < 1 || id > pets.size() ? Optional.empty() : Optional.of(pets.get((int) id - 1));
  }

  /** The newest pets first. */
  public synchronized List<Pet> list(int limit, PetStatus status) {
    var page = new ArrayList<Pet>();
    for (int n = pets.size() - 1; n >= 0 && page.size() < limit; n--) {
      if (status == null || pets.get(n).status() == status) page.add(pets.get(n));
    }
    return page;
  }
}
