use std::{
    collections::HashMap,
    num::NonZeroU32,
    sync::Mutex,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use governor::{
    Quota, RateLimiter,
    clock::{Clock, DefaultClock},
    middleware::StateInformationMiddleware,
    state::keyed::DefaultKeyedStateStore,
};

const DAY: u64 = 86_400;

type Buckets =
    RateLimiter<String, DefaultKeyedStateStore<String>, DefaultClock, StateInformationMiddleware>;

/// A token bucket for the minute, and a count for the day (UTC), of each caller.
pub struct Limits {
    clock: DefaultClock,
    buckets: Buckets,
    per_minute: NonZeroU32,
    per_day: u32,
    days: Mutex<HashMap<String, (u64, u32)>>,
}

/// What the response to one request says of the limit. `reset` is a Unix time in seconds.
pub struct Turn {
    pub limit: u32,
    pub remaining: u32,
    pub reset: u64,
    /// Seconds; where there are some, the request is refused.
    pub retry_after: Option<u64>,
}

impl Limits {
    pub fn new(per_minute: NonZeroU32, per_day: u32) -> Self {
        let quota = Quota::per_minute(per_minute);
        let buckets = RateLimiter::keyed(quota).with_middleware();
        Self {
            clock: DefaultClock::default(),
            buckets,
            per_minute,
            per_day,
            days: Mutex::new(HashMap::new()),
        }
    }

    pub fn take(&self, caller: &str) -> Turn {
        let now = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .expect("the clock is after 1970");
        if let Some(turn) = self.take_of_day(caller, now.as_secs()) {
            return turn;
        }
        let limit = self.per_minute.get();
        let back_after = Duration::from_secs(60) / limit;
        let (remaining, wait) = match self.buckets.check_key(&caller.to_owned()) {
            Ok(state) => (state.remaining_burst_capacity(), None),
            Err(not_until) => (0, Some(not_until.wait_time_from(self.clock.now()))),
        };
        let full = now + back_after * (limit - remaining);
        Turn {
            limit,
            remaining,
            reset: ceil(full),
            retry_after: wait.map(|wait| ceil(wait).max(1)),
        }
    }

    /// A refusal, where the day is used up.
    fn take_of_day(&self, caller: &str, now: u64) -> Option<Turn> {
        let mut days = self.days.lock().expect("no one panics with the lock");
        let count = days.entry(caller.to_owned()).or_default();
        if count.0 != now / DAY {
            *count = (now / DAY, 0);
        }
        count.1 += 1;
        let reset = (now / DAY + 1) * DAY;
        let refused = Turn {
            limit: self.per_day,
            remaining: 0,
            reset,
            retry_after: Some(reset - now),
        };
        (count.1 > self.per_day).then_some(refused)
    }
}

fn ceil(span: Duration) -> u64 {
    span.as_secs() + u64::from(span.subsec_nanos() > 0)
}
