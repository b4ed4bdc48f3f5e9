//! Counts the requests of the hour, because YNAB does not send a count.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use crate::{Error, bounds::LONGEST_CLOSED};

const HOUR: Duration = Duration::from_secs(60 * 60);

/// The rate limiter of one token in this process. Clones share it.
#[derive(Clone, Debug)]
pub(crate) struct RateLimiter {
    window: Arc<Mutex<Window>>,
    /// The reservation of this clone and of those made from it.
    reservation: Option<Arc<Reservation>>,
}

#[derive(Debug)]
struct Window {
    limit: usize,
    /// The times of the requests of the last hour.
    sent: VecDeque<Instant>,
    reserved: usize,
    /// The time until which YNAB said to wait.
    closed: Option<Instant>,
}

/// Reserved requests. Dropping this frees the rest.
#[derive(Debug)]
struct Reservation {
    window: Arc<Mutex<Window>>,
    left: Mutex<usize>,
}

impl RateLimiter {
    pub(crate) fn new(limit: u32) -> Self {
        let window = Window {
            limit: limit as usize,
            sent: VecDeque::new(),
            reserved: 0,
            closed: None,
        };
        Self {
            window: Arc::new(Mutex::new(window)),
            reservation: None,
        }
    }

    /// Reserves `count` requests. Fails if that many do not fit.
    pub(crate) fn reserve(&self, count: usize, now: Instant) -> Result<Self, Error> {
        if let Some(own) = &self.reservation
            && *lock(&own.left) >= count
        {
            return Ok(self.clone());
        }
        let mut window = lock(&self.window);
        let left = window.left(now);
        if count > left {
            return Err(Error::NotEnough {
                needed: count,
                left,
                wait: window.wait_for(count, now),
            });
        }
        window.reserved += count;
        Ok(Self {
            window: Arc::clone(&self.window),
            reservation: Some(Arc::new(Reservation {
                window: Arc::clone(&self.window),
                left: Mutex::new(count),
            })),
        })
    }

    /// Counts one request that goes out now.
    pub(crate) fn take(&self, now: Instant) -> Result<(), Error> {
        let set_aside = self.reservation.as_ref().is_some_and(|own| {
            let mut left = lock(&own.left);
            let any = *left > 0;
            *left = left.saturating_sub(1);
            any
        });
        let mut window = lock(&self.window);
        if set_aside {
            window.reserved -= 1;
        } else if window.left(now) == 0 {
            let wait = Some(window.wait_for(1, now));
            return Err(Error::RateLimited { wait });
        }
        window.sent.push_back(now);
        Ok(())
    }

    /// Refuses requests without a reservation for as long as YNAB said to wait.
    pub(crate) fn close(&self, wait: Duration, now: Instant) {
        lock(&self.window).closed = Some(now + wait.min(LONGEST_CLOSED));
    }
}

impl Window {
    fn left(&mut self, now: Instant) -> usize {
        while self.sent.front().is_some_and(|&at| at + HOUR <= now) {
            self.sent.pop_front();
        }
        self.closed = self.closed.filter(|&until| until > now);
        match self.closed {
            Some(_) => 0,
            None => self.limit.saturating_sub(self.sent.len() + self.reserved),
        }
    }

    /// Returns the time until `count` requests fit, if nothing else is sent.
    fn wait_for(&self, count: usize, now: Instant) -> Duration {
        let over = (self.sent.len() + self.reserved + count).saturating_sub(self.limit);
        let rolled = over
            .checked_sub(1)
            .map(|nth| self.sent.get(nth).map_or(HOUR, |&at| at + HOUR - now));
        let closed = self.closed.map(|until| until - now);
        rolled.max(closed).unwrap_or_default()
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        lock(&self.window).reserved -= *lock(&self.left);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);

    #[test]
    fn an_operation_starts_only_if_all_of_it_fits() {
        let (limiter, now) = (RateLimiter::new(5), Instant::now());
        limiter.take(now).unwrap();
        let refused = limiter.reserve(5, now + MINUTE).unwrap_err();
        assert!(
            matches!(refused, Error::NotEnough { needed: 5, left: 4, wait } if wait == 59 * MINUTE),
            "{refused:?}"
        );
        let operation = limiter.reserve(4, now).unwrap();
        // Check that only the reservation's clone can use it, and that a part can be passed on.
        assert!(matches!(limiter.take(now), Err(Error::RateLimited { .. })));
        let part = operation.reserve(2, now).unwrap();
        for _ in 0..4 {
            part.take(now).unwrap();
        }
        assert!(part.take(now).is_err());
    }

    #[test]
    fn what_is_not_used_comes_back() {
        let (limiter, now) = (RateLimiter::new(3), Instant::now());
        let operation = limiter.reserve(3, now).unwrap();
        operation.take(now).unwrap();
        drop(operation);
        limiter.take(now).unwrap();
        limiter.take(now).unwrap();
        assert!(limiter.take(now).is_err());
    }

    #[test]
    fn the_hour_rolls() {
        let (limiter, start) = (RateLimiter::new(2), Instant::now());
        limiter.take(start).unwrap();
        limiter.take(start + 30 * MINUTE).unwrap();
        let Err(Error::RateLimited { wait }) = limiter.take(start + 50 * MINUTE) else {
            panic!("two in the hour before");
        };
        assert_eq!(wait, Some(10 * MINUTE));
        limiter.take(start + 60 * MINUTE).unwrap();
        assert!(limiter.take(start + 61 * MINUTE).is_err());
    }

    #[test]
    fn it_waits_as_long_as_ynab_says() {
        let (limiter, now) = (RateLimiter::new(100), Instant::now());
        limiter.close(10 * MINUTE, now);
        let Err(Error::RateLimited { wait }) = limiter.take(now + MINUTE) else {
            panic!("closed");
        };
        assert_eq!(wait, Some(9 * MINUTE));
        limiter.take(now + 10 * MINUTE).unwrap();
    }
}
