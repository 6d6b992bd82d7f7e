//! reqwest with backon.

use backon::{ExponentialBuilder, Retryable};
use clients::{is_configured, job, key, retry_after};
use std::{fmt, time::Duration};

/// An error status, and what the response asked for.
struct Failure(String, Duration);

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

#[tokio::main]
async fn main() {
    let client = reqwest::Client::new();
    job(async |method, url, body| {
        let attempt = || async {
            let request = client.request(method.clone(), &url).bearer_auth(key());
            let request = if let Some(pet) = &body { request.json(pet) } else { request };
            let response = request.send().await.map_err(|error| Failure(error.to_string(), Duration::ZERO))?;
            let (status, asked) = (response.status(), retry_after(response.headers()));
            let _ = response.bytes().await;
            if status.is_success() { Ok(()) } else { Err(Failure(status.to_string(), asked)) }
        };
        if is_configured() {
            let backoff = ExponentialBuilder::default().with_min_delay(Duration::from_millis(500)).with_max_times(9);
            attempt.retry(backoff).adjust(|Failure(_, asked), wait| wait.map(|wait| wait.max(*asked))).await
        } else {
            attempt.retry(ExponentialBuilder::default()).await
        }
    })
    .await;
}
