package lab.pets;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/** Takes a token of the caller's bucket, then asks for the API key: in front of everything else, so that every response has the headers. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
public class GateFilter extends OncePerRequestFilter {
  private record Buckets(Bucket minute, Bucket day) {}

  private final Map<String, Buckets> buckets = new ConcurrentHashMap<>();
  private final ObjectMapper json;
  private final List<String> keys;
  private final long perMinute;
  private final long perDay;

  public GateFilter(
      ObjectMapper json,
      @Value("${lab.keys}") List<String> keys,
      @Value("${lab.per-minute}") long perMinute,
      @Value("${lab.per-day}") long perDay) {
    this.json = json;
    this.keys = keys;
    this.perMinute = perMinute;
    this.perDay = perDay;
  }

  @Override
  protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    var key = keyOf(request);
    var own = buckets.computeIfAbsent(key == null ? "anonymous " + request.getRemoteAddr() : key, caller -> newBuckets());
    var minute = own.minute.tryConsumeAndReturnRemaining(1);
    var day = minute.isConsumed() ? own.day.tryConsumeAndReturnRemaining(1) : null;
    var isDayUsedUp = day != null && !day.isConsumed();
    tell(response, isDayUsedUp ? perDay : perMinute, isDayUsedUp ? day : minute);
    if (!minute.isConsumed() || isDayUsedUp) refuse(response, new ApiError("rate_limit_exceeded", "Rate limit exceeded", 429));
    else if (key == null) refuse(response, new ApiError("unauthorized", "API key missing or invalid", 401));
    else chain.doFilter(request, response);
  }

  /** The key is the caller, however its scheme is written. */
  private String keyOf(HttpServletRequest request) {
    var authorization = request.getHeader("Authorization");
    if (authorization == null || !authorization.regionMatches(true, 0, "Bearer ", 0, 7)) return null;
    var key = authorization.substring(7);
    return keys.contains(key) ? key : null;
  }

  private static void tell(HttpServletResponse response, long limit, ConsumptionProbe probe) {
    response.setHeader("X-RateLimit-Limit", String.valueOf(limit));
    response.setHeader("X-RateLimit-Remaining", String.valueOf(probe.getRemainingTokens()));
    var reset = Instant.now().plusNanos(probe.getNanosToWaitForReset());
    response.setHeader("X-RateLimit-Reset", String.valueOf(reset.getEpochSecond() + 1));
    if (probe.isConsumed()) return;
    var wait = Duration.ofNanos(probe.getNanosToWaitForRefill());
    response.setHeader("Retry-After", String.valueOf(wait.toSeconds() + 1));
  }

  private Buckets newBuckets() {
    return new Buckets(
        Bucket.builder().addLimit(limit -> limit.capacity(perMinute).refillGreedy(perMinute, Duration.ofMinutes(1))).build(),
        Bucket.builder().addLimit(limit -> limit.capacity(perDay).refillGreedy(perDay, Duration.ofDays(1))).build());
  }

  private void refuse(HttpServletResponse response, ApiError error) throws IOException {
    response.setStatus(error.status());
    if (error.status() == 401) response.setHeader("WWW-Authenticate", "Bearer");
    response.setContentType("application/json");
    json.writeValue(response.getOutputStream(), error);
  }
}
