//! reqwest with reqwest-middleware and reqwest-retry.
use clients::{is_configured, job, key, retry_after};
use http::Extensions;
use reqwest::{Request, Response};
use reqwest_middleware::{ClientBuilder, Middleware, Next, Result};
use reqwest_retry::{Jitter, RetryTransientMiddleware, policies::ExponentialBackoff};
use std::time::Duration;

/// Stands behind the retries and hands a 429 over when Retry-After has passed: then the backoff follows.
struct AfterRetryAfter;

#[async_trait::async_trait]
impl Middleware for AfterRetryAfter {
    async fn handle(&self, request: Request, extensions: &mut Extensions, next: Next<'_>) -> Result<Response> {
        let response = next.run(request, extensions).await?;
        if response.status() == 429 {
            tokio::time::sleep(retry_after(response.headers())).await;
        }
        Ok(response)
    }
}

#[tokio::main]
async fn main() {
    let builder = ClientBuilder::new(reqwest::Client::new());
    let policy = ExponentialBackoff::builder();
    let client = if is_configured() {
        let bounds = policy.retry_bounds(Duration::from_millis(500), Duration::from_secs(60)).jitter(Jitter::None);
        let retries = RetryTransientMiddleware::new_with_policy(bounds.build_with_max_retries(9));
        builder.with(retries).with(AfterRetryAfter).build()
    } else {
        builder.with(RetryTransientMiddleware::new_with_policy(policy.build_with_max_retries(3))).build()
    };
    job(async |method, url, body| {
        let request = client.request(method, url).bearer_auth(key());
        let request = if let Some(pet) = body { request.json(&pet) } else { request };
        request.send().await?.error_for_status()?.bytes().await.map(drop).map_err(reqwest_middleware::Error::from)
    })
    .await;
}
