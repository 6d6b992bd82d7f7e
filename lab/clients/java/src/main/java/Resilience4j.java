import io.github.resilience4j.core.functions.Either;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/** java.net.http with resilience4j. */
final class Resilience4j {
  static long patience(int n, Either<Throwable, HttpResponse<String>> result) {
    return Job.patience(result.get().headers().firstValueAsLong("Retry-After").orElse(0), n);
  }

  public static void main(String[] arguments) throws Exception {
    var client = HttpClient.newHttpClient();
    var config = RetryConfig.<HttpResponse<String>>custom().retryOnResult(response -> response.statusCode() == 429);
    if (Job.isConfigured(arguments)) config.maxAttempts(10).intervalBiFunction(Resilience4j::patience);
    var retry = Retry.of("pets", config.build());
    Job.run((method, path, body) -> {
      var request = Job.request(method, path, body);
      var response = retry.executeCallable(() -> client.send(request, BodyHandlers.ofString()));
      if (response.statusCode() >= 400) throw new IOException("" + response.statusCode());
    });
  }
}
