//! A pet adoption service on axum, with governor as its rate limiter.

mod limits;
mod store;

use std::{env, sync::Arc};

use axum::{
    Json, Router,
    body::Bytes,
    extract::{Path, Query, Request, State, rejection::QueryRejection},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::get,
};
use serde::{Deserialize, Deserializer, de::IntoDeserializer};
use serde_json::{Map, Value, json};

use limits::{Limits, Turn};
use store::{Status, Store};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct NewPet {
    name: String,
    category_id: i64,
    #[serde(default = "available", deserialize_with = "read_status")]
    status: Status,
}

fn available() -> Status {
    Status::Available
}

/// serde reads a variant without content from {"sold": null} as well: only a string is a status.
fn read_status<'de, D: Deserializer<'de>>(input: D) -> Result<Status, D::Error> {
    let word = String::deserialize(input)?;
    Status::deserialize(word.into_deserializer())
}

#[derive(Deserialize)]
struct ListQuery {
    limit: Option<usize>,
    status: Option<Status>,
}

fn error(status: StatusCode, code: &str, message: &str) -> Response {
    (
        status,
        Json(json!({ "code": code, "message": message, "status": status.as_u16() })),
    )
        .into_response()
}

struct Gate {
    keys: [String; 2],
    limits: Limits,
}

/// The key is the caller, however its scheme is written.
fn caller<'a>(keys: &'a [String; 2], headers: &HeaderMap) -> Option<&'a String> {
    let (scheme, key) = headers
        .get(header::AUTHORIZATION)?
        .to_str()
        .ok()?
        .split_once(' ')?;
    keys.iter()
        .find(|each| scheme.eq_ignore_ascii_case("bearer") && *each == key)
}

/// Counts first, then asks for the key, and adds the headers to whatever comes of it.
async fn gate(State(gate): State<Arc<Gate>>, request: Request, next: Next) -> Response {
    let caller = caller(&gate.keys, request.headers());
    let Turn {
        limit,
        remaining,
        reset,
        retry_after,
    } = gate.limits.take(caller.map_or("anonymous", String::as_str));
    let mut response = match (retry_after, caller) {
        (Some(_), _) => error(
            StatusCode::TOO_MANY_REQUESTS,
            "rate_limit_exceeded",
            "Rate limit exceeded",
        ),
        (None, Some(_)) => next.run(request).await,
        (None, None) => error(
            StatusCode::UNAUTHORIZED,
            "unauthorized",
            "API key missing or invalid",
        ),
    };
    let status = response.status();
    let headers = response.headers_mut();
    headers.insert("x-ratelimit-limit", limit.into());
    headers.insert("x-ratelimit-remaining", remaining.into());
    headers.insert("x-ratelimit-reset", reset.into());
    if let Some(seconds) = retry_after {
        headers.insert(header::RETRY_AFTER, seconds.into());
    }
    if status == StatusCode::UNAUTHORIZED {
        headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    response
}

async fn list(
    State(store): State<Arc<Store>>,
    query: Result<Query<ListQuery>, QueryRejection>,
) -> Response {
    let Ok(Query(ListQuery { limit, status })) = query else {
        return error(
            StatusCode::BAD_REQUEST,
            "invalid_query",
            "limit or status is invalid",
        );
    };
    match limit.unwrap_or(20) {
        limit @ 1..=100 => Json(store.list(limit, status)).into_response(),
        _ => error(
            StatusCode::BAD_REQUEST,
            "invalid_limit",
            "limit must be between 1 and 100",
        ),
    }
}

/// serde reads a struct from an array as well: only an object is a NewPet.
fn read_new_pet(body: &[u8]) -> serde_json::Result<NewPet> {
    let members: Map<String, Value> = serde_json::from_slice(body)?;
    serde_json::from_value(Value::Object(members))
}

async fn create(State(store): State<Arc<Store>>, body: Bytes) -> Response {
    match read_new_pet(&body) {
        Ok(NewPet {
            name,
            category_id,
            status,
        }) => (
            StatusCode::CREATED,
            Json(store.add(name, category_id, status)),
        )
            .into_response(),
        Err(problem) => error(
            StatusCode::BAD_REQUEST,
            "invalid_body",
            &problem.to_string(),
        ),
    }
}

async fn get_one(State(store): State<Arc<Store>>, Path(id): Path<String>) -> Response {
    match id.parse().ok().and_then(|id| store.get(id)) {
        Some(pet) => Json(pet).into_response(),
        None => error(StatusCode::NOT_FOUND, "not_found", "Pet not found"),
    }
}

#[tokio::main]
async fn main() {
    let setting = |name: &str| env::var(name).unwrap_or_else(|_| panic!("{name} is not set"));
    let per_minute = setting("LAB_LIMIT_PER_MINUTE").parse().unwrap();
    let per_day = setting("LAB_LIMIT_PER_DAY").parse().unwrap();
    let keys = [setting("LAB_KEY"), setting("LAB_SECOND_KEY")];
    let gate_of_all = Arc::new(Gate {
        keys,
        limits: Limits::new(per_minute, per_day),
    });
    let app = Router::new()
        .route("/v1/pets", get(list).post(create))
        .route("/v1/pets/{id}", get(get_one))
        .with_state(Arc::new(Store::new()))
        .layer(middleware::from_fn_with_state(gate_of_all, gate));
    let listener = tokio::net::TcpListener::bind(format!("127.0.0.1:{}", setting("PORT")))
        .await
        .unwrap();
    axum::serve(listener, app).await.unwrap();
}
