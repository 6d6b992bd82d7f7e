//! A pet adoption service on axum, with tower_governor as its rate limiter.

mod store;

use std::{env, sync::Arc, time::Duration};

use axum::{
    Json, Router,
    extract::{Path, Query, Request, State, rejection::JsonRejection, rejection::QueryRejection},
    http::{StatusCode, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::get,
};
use serde::Deserialize;
use serde_json::json;
use tower_governor::{
    GovernorError, GovernorLayer, governor::GovernorConfigBuilder, key_extractor::KeyExtractor,
};

use store::{Status, Store};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct NewPet {
    name: String,
    category_id: i64,
    status: Option<Status>,
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

/// The API key, once it is known to be valid.
#[derive(Clone)]
struct Caller(String);

async fn authenticate(
    State(keys): State<Arc<[String; 2]>>,
    mut request: Request,
    next: Next,
) -> Response {
    let key = request
        .headers()
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.strip_prefix("Bearer "));
    match key
        .filter(|key| keys.iter().any(|each| each == key))
        .map(str::to_owned)
    {
        Some(key) => {
            request.extensions_mut().insert(Caller(key));
            next.run(request).await
        }
        None => error(
            StatusCode::UNAUTHORIZED,
            "unauthorized",
            "API key missing or invalid",
        ),
    }
}

#[derive(Clone)]
struct PerCaller;

impl KeyExtractor for PerCaller {
    type Key = String;

    fn extract<T>(&self, request: &axum::http::Request<T>) -> Result<String, GovernorError> {
        request
            .extensions()
            .get::<Caller>()
            .map(|Caller(key)| key.clone())
            .ok_or(GovernorError::UnableToExtractKey)
    }
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

async fn create(
    State(store): State<Arc<Store>>,
    body: Result<Json<NewPet>, JsonRejection>,
) -> Response {
    match body {
        Ok(Json(NewPet {
            name,
            category_id,
            status,
        })) => {
            let pet = store.add(name, category_id, status.unwrap_or(Status::Available));
            (StatusCode::CREATED, Json(pet)).into_response()
        }
        Err(rejection) => error(
            StatusCode::BAD_REQUEST,
            "invalid_body",
            &rejection.body_text(),
        ),
    }
}

async fn get_one(State(store): State<Arc<Store>>, Path(id): Path<i64>) -> Response {
    match store.get(id) {
        Some(pet) => Json(pet).into_response(),
        None => error(StatusCode::NOT_FOUND, "not_found", "Pet not found"),
    }
}

#[tokio::main]
async fn main() {
    let setting = |name: &str| env::var(name).unwrap_or_else(|_| panic!("{name} is not set"));
    let per_minute: u32 = setting("LAB_LIMIT_PER_MINUTE").parse().unwrap();
    let keys = Arc::new([setting("LAB_KEY"), setting("LAB_SECOND_KEY")]);
    let limits = GovernorConfigBuilder::default()
        .period(Duration::from_secs(60) / per_minute)
        .burst_size(per_minute)
        .key_extractor(PerCaller)
        .use_headers()
        .finish()
        .unwrap();
    let app = Router::new()
        .route("/v1/pets", get(list).post(create))
        .route("/v1/pets/{id}", get(get_one))
        .with_state(Arc::new(Store::new()))
        .layer(GovernorLayer::new(limits))
        .layer(middleware::from_fn_with_state(keys, authenticate));
    let listener = tokio::net::TcpListener::bind(format!("127.0.0.1:{}", setting("PORT")))
        .await
        .unwrap();
    axum::serve(listener, app).await.unwrap();
}
