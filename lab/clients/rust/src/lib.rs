//! The work of every client, and which of its two ways it goes: `default` or `configured`.

use reqwest::Method;
use std::{env, time::Duration};

pub fn base_url() -> String {
    env::var("PETVET_BASE_URL").unwrap()
}

pub fn key() -> String {
    env::var("PETVET_API_KEY").unwrap()
}

pub fn is_configured() -> bool {
    env::args().nth(1).is_some_and(|way| way == "configured")
}

/// 24 requests, one after the other. A failure is told; after a pause the job goes on with the next request.
pub async fn job<E: std::fmt::Display>(send: impl AsyncFn(Method, String, Option<serde_json::Value>) -> Result<(), E>) {
    for i in 1..=24 {
        let result = if i <= 20 {
            send(Method::GET, format!("{}/pets?limit={i}", base_url()), None).await
        } else {
            let pet = serde_json::json!({ "name": format!("Pet {i}"), "categoryId": i, "status": "available" });
            send(Method::POST, format!("{}/pets", base_url()), Some(pet)).await
        };
        if let Err(error) = result {
            eprintln!("request {i}: {error}");
            tokio::time::sleep(Duration::from_millis(2_500)).await;
        }
    }
}

/// What a response asks for.
pub fn retry_after(headers: &http::HeaderMap) -> Duration {
    let seconds = headers.get("Retry-After").and_then(|value| value.to_str().ok()?.parse().ok());
    Duration::from_secs(seconds.unwrap_or(0))
}
