import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;

/** The work of every client, and which of its two ways it goes: `default` or `configured`. */
final class Job {
  static final String BASE_URL = System.getenv("PETVET_BASE_URL");
  static final String AUTHORIZATION = "Bearer " + System.getenv("PETVET_API_KEY");

  interface Send {
    /** @param body JSON, or null */
    void send(String method, String path, String body) throws Exception;
  }

  static boolean isConfigured(String[] arguments) {
    return arguments.length > 0 && arguments[0].equals("configured");
  }

  /** 24 requests, one after the other. A failure is told; after a pause the job goes on with the next request. */
  static void run(Send client) throws InterruptedException {
    for (int i = 1; i <= 24; i++)
      try {
        if (i <= 20) client.send("GET", "/pets?limit=" + i, null);
        else client.send("POST", "/pets", """
            {"name": "Pet %d", "categoryId": %d, "status": "available"}""".formatted(i, i));
      } catch (Exception error) {
        System.err.println("request " + i + ": " + error);
        Thread.sleep(2_500);
      }
  }

  /** The wait before try n + 1, from 1 on, in milliseconds. */
  static long patience(long retryAfterSeconds, int n) {
    return Math.max(1_000 * retryAfterSeconds, 500L << (n - 1));
  }

  /** A request of java.net.http. */
  static HttpRequest request(String method, String path, String body) {
    var content = body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body);
    return HttpRequest.newBuilder(URI.create(BASE_URL + path)).method(method, content)
        .header("Authorization", AUTHORIZATION).header("Content-Type", "application/json").build();
  }
}
