import java.io.IOException;
import java.net.URI;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.impl.DefaultHttpRequestRetryStrategy;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.util.TimeValue;

/** Apache HttpClient 5. */
final class Apache {
  static final class Patient extends DefaultHttpRequestRetryStrategy {
    Patient() {
      super(9, TimeValue.ZERO_MILLISECONDS);
    }

    @Override
    public TimeValue getRetryInterval(HttpResponse response, int n, HttpContext context) {
      var asked = response.getFirstHeader("Retry-After");
      return TimeValue.ofMilliseconds(Job.patience(asked == null ? 0 : Long.parseLong(asked.getValue()), n));
    }
  }

  public static void main(String[] arguments) throws Exception {
    var builder = HttpClients.custom();
    if (Job.isConfigured(arguments)) builder.setRetryStrategy(new Patient());
    try (var client = builder.build()) {
      Job.run((method, path, body) -> {
        var request = new HttpUriRequestBase(method, URI.create(Job.BASE_URL + path));
        request.setHeader("Authorization", Job.AUTHORIZATION);
        if (body != null) request.setEntity(new StringEntity(body, ContentType.APPLICATION_JSON));
        int status = client.execute(request, HttpResponse::getCode);
        if (status >= 400) throw new IOException("" + status);
      });
    }
  }
}
