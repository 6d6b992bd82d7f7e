import dev.failsafe.Failsafe;
import dev.failsafe.RetryPolicy;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** java.net.http with Failsafe. */
final class WithFailsafe {
  public static void main(String[] arguments) throws Exception {
    var client = HttpClient.newHttpClient();
    var policy = RetryPolicy.<HttpResponse<String>>builder()
        .handleResultIf(response -> response.statusCode() == 429)
        .withDelay(Duration.ofSeconds(1))
        .withMaxRetries(3);
    if (Job.isConfigured(arguments))
      policy.withMaxRetries(9).withDelayFn(context -> {
        long retryAfter = context.getLastResult().headers().firstValueAsLong("Retry-After").orElse(0);
        return Duration.ofMillis(Job.patience(retryAfter, context.getAttemptCount()));
      });
    var failsafe = Failsafe.with(policy.build());
    Job.run((method, path, body) -> {
      var request = Job.request(method, path, body);
      var response = failsafe.get(() -> client.send(request, BodyHandlers.ofString()));
      if (response.statusCode() >= 400) throw new IOException("" + response.statusCode());
    });
  }
}
