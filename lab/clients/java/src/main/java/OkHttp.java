import java.io.IOException;
import java.util.concurrent.locks.LockSupport;
import okhttp3.Interceptor;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/** OkHttp: without retries of a 429, and with an interceptor. */
final class OkHttp {
  static Response retry(Interceptor.Chain chain) throws IOException {
    Response response = chain.proceed(chain.request());
    for (int n = 1; response.code() == 429 && n <= 9; n++) {
      long retryAfter = Long.parseLong(response.header("Retry-After", "0"));
      response.close();
      LockSupport.parkNanos(1_000_000 * Job.patience(retryAfter, n));
      response = chain.proceed(chain.request());
    }
    return response;
  }

  public static void main(String[] arguments) throws Exception {
    var builder = new OkHttpClient.Builder();
    if (Job.isConfigured(arguments)) builder.addInterceptor(OkHttp::retry);
    var client = builder.build();
    Job.run((method, path, body) -> {
      var content = body == null ? null : RequestBody.create(body, MediaType.get("application/json"));
      var request = new Request.Builder().url(Job.BASE_URL + path).method(method, content)
          .header("Authorization", Job.AUTHORIZATION).build();
      try (var response = client.newCall(request).execute()) {
        if (!response.isSuccessful()) throw new IOException("" + response.code());
        response.body().string();
      }
    });
    System.exit(0);
  }
}
