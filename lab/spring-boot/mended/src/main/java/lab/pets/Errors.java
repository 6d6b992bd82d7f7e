package lab.pets;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import org.springframework.web.bind.annotation.ExceptionHandler;

/** Every error of Spring MVC as an Error. */
@RestControllerAdvice
public class Errors extends ResponseEntityExceptionHandler {
  @Override
  protected ResponseEntity<Object> handleExceptionInternal(
      Exception problem, Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
    var message = body instanceof ProblemDetail detail ? detail.getDetail() : problem.getMessage();
    var error = new ApiError("error_" + status.value(), message, status.value());
    return super.handleExceptionInternal(problem, error, headers, status, request);
  }

  @ExceptionHandler
  public ResponseEntity<ApiError> onAnything(Exception problem) {
    return ResponseEntity.internalServerError().body(new ApiError("internal_error", "something went wrong", 500));
  }
}
