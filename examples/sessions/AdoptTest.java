// Tests a client in a session of `petvet serve --sessions`. Run by `java AdoptTest.java`, without a framework.
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.regex.Pattern;

class AdoptTest {
    static final HttpClient HTTP = HttpClient.newHttpClient();
    static final long BACKOFF = Long.parseLong(System.getenv().getOrDefault("ADOPT_BACKOFF", "500"));

    /** The client: it waits for the longer of Retry-After and its own backoff. */
    static String call(String url, String key, String body) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(url)).header("Authorization", "Bearer " + key);
        if (body != null) request.POST(HttpRequest.BodyPublishers.ofString(body));
        for (int attempt = 0; attempt < 10; attempt++) {
            var response = HTTP.send(request.build(), BodyHandlers.ofString());
            if (response.statusCode() != 429) return response.body();
            long asked = response.headers().firstValueAsLong("Retry-After").orElse(0);
            Thread.sleep(Math.max(1_000 * asked, BACKOFF << attempt));
        }
        throw new IllegalStateException("refused ten times");
    }

    static String member(String json, String name) {
        return Pattern.compile('"' + name + "\": \"(.*?)\"").matcher(json).results().findFirst().orElseThrow().group(1);
    }

    public static void main(String[] args) throws Exception {
        var sessions = System.getenv().getOrDefault("SESSIONS_URL", "http://127.0.0.1:8080/sessions");
        var session = call(sessions, "", "{\"situation\": \"refusals\"}");
        for (int limit = 1; limit <= 6; limit++)
            call(member(session, "baseUrl") + "/pets?limit=" + limit, member(session, "apiKey"), null);
        var report = call(member(session, "report"), "", null);
        var outcome = member(report, "outcome");
        System.out.println(outcome.equals("conforming") ? outcome : report);
        System.exit(outcome.equals("conforming") ? 0 : 1);
    }
}
