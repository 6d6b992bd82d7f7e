package lab.pets;

import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

class InvalidPet extends ResponseStatusException {
  InvalidPet(String message) {
    super(HttpStatus.BAD_REQUEST, message);
  }
}
