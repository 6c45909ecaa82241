//! A cache of network outputs.

use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::Mutex;

use crate::outputs::NetworkOutput;

/// The number of locks: enough that threads rarely wait, and few enough to cost nothing.
const SHARDS: usize = 64;

/// Network outputs by position, shared between threads. The size is fixed: a new output replaces an old one.
/// Memory is allocated when an entry is first used, and then stays.
pub struct Cache {
    shards: Box<[Mutex<Vec<Entry>>]>,
    per_shard: usize,
    hits: AtomicU64,
    misses: AtomicU64,
}

struct Entry {
    key: u128,
    output: NetworkOutput,
}

impl Cache {
    /// Holds about this many outputs. Each takes about 4 bytes per move and 4 per point: 3 KB on 19×19.
    pub fn new(entries: usize) -> Cache {
        let per_shard = entries.div_ceil(SHARDS).max(1);
        let shards = (0..SHARDS).map(|_| Mutex::default()).collect();
        Cache { shards, per_shard, hits: AtomicU64::new(0), misses: AtomicU64::new(0) }
    }

    /// Hits and misses.
    pub fn counts(&self) -> (u64, u64) {
        (self.hits.load(Ordering::Relaxed), self.misses.load(Ordering::Relaxed))
    }

    /// Clears the cache.
    pub fn clear(&self) {
        for shard in &self.shards {
            shard.lock().clear();
        }
    }

    fn place(&self, key: u128) -> (&Mutex<Vec<Entry>>, usize) {
        let shard = (key >> 64) as usize % SHARDS;
        (&self.shards[shard], (key >> 70) as u64 as usize % self.per_shard)
    }

    pub(crate) fn get(&self, key: u128, out: &mut NetworkOutput) -> bool {
        let (shard, place) = self.place(key);
        let shard = shard.lock();
        let found = shard.get(place).filter(|entry| entry.key == key);
        if let Some(entry) = found {
            out.copy_from(&entry.output);
        }
        let counter = if found.is_some() { &self.hits } else { &self.misses };
        counter.fetch_add(1, Ordering::Relaxed);
        found.is_some()
    }

    pub(crate) fn insert(&self, key: u128, output: &NetworkOutput) {
        let (shard, place) = self.place(key);
        let mut shard = shard.lock();
        if shard.is_empty() {
            let blank = || Entry { key: 0, output: NetworkOutput::blank() };
            shard.resize_with(self.per_shard, blank);
        }
        if let Some(entry) = shard.get_mut(place) {
            entry.key = key;
            entry.output.copy_from(output);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn output(pass: f32) -> NetworkOutput {
        NetworkOutput { pass, policy: vec![pass; 9], ..NetworkOutput::blank() }
    }

    #[test]
    fn keeps_what_fits() {
        let cache = Cache::new(1000);
        let key = |i: u64| u128::from(crate::evaluator::cache_key::mix(i)) << 64 | u128::from(i);
        let mut out = NetworkOutput::blank();
        for i in 0..10_000 {
            assert!(!cache.get(key(i), &mut out));
            cache.insert(key(i), &output(i as f32));
            assert!(cache.get(key(i), &mut out));
            assert_eq!(out, output(i as f32));
        }
        let kept = (0..10_000).filter(|i| cache.get(key(*i), &mut out) && out == output(*i as f32)).count();
        assert!((500..=1024).contains(&kept), "{kept}");
        assert_eq!(cache.counts(), (10_000 + kept as u64, 20_000 - kept as u64));
        cache.clear();
        assert!(!cache.get(key(9_999), &mut out));
    }
}
