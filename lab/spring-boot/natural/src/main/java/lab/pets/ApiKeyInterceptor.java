package lab.pets;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.bucket4j.Bucket;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Asks for an API key, then for a token of its bucket. */
@Component
public class ApiKeyInterceptor implements HandlerInterceptor, WebMvcConfigurer {
  private final Map<String, Bucket> buckets = new ConcurrentHashMap<>();
  private final ObjectMapper json;
  private final List<String> keys;
  private final long perMinute;
  private final long perDay;

  public ApiKeyInterceptor(
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
  public void addInterceptors(InterceptorRegistry registry) {
    registry.addInterceptor(this).addPathPatterns("/v1/**");
  }

  @Override
  public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) throws IOException {
    var authorization = request.getHeader("Authorization");
    if (authorization == null || !authorization.startsWith("Bearer ") || !keys.contains(authorization.substring(7))) {
      return refuse(response, new ApiError("unauthorized", "API key missing or invalid", 401));
    }
    var bucket = buckets.computeIfAbsent(authorization, key -> newBucket());
    var probe = bucket.tryConsumeAndReturnRemaining(1);
    var reset = Instant.now().plusNanos(probe.getNanosToWaitForReset());
    response.setHeader("X-RateLimit-Limit", String.valueOf(perMinute));
    response.setHeader("X-RateLimit-Remaining", String.valueOf(probe.getRemainingTokens()));
    response.setHeader("X-RateLimit-Reset", String.valueOf(reset.getEpochSecond()));
    if (probe.isConsumed()) return true;
    var wait = Duration.ofNanos(probe.getNanosToWaitForRefill());
    response.setHeader("Retry-After", String.valueOf(wait.toSeconds() + 1));
    return refuse(response, new ApiError("rate_limit_exceeded", "Rate limit exceeded", 429));
  }

  private Bucket newBucket() {
    return Bucket.builder()
        .addLimit(limit -> limit.capacity(perMinute).refillGreedy(perMinute, Duration.ofMinutes(1)))
        .addLimit(limit -> limit.capacity(perDay).refillGreedy(perDay, Duration.ofDays(1)))
        .build();
  }

  private boolean refuse(HttpServletResponse response, ApiError error) throws IOException {
    response.setStatus(error.status());
    response.setContentType("application/json");
    json.writeValue(response.getOutputStream(), error);
    return false;
  }
}
