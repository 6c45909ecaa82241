//! Kinds of parameters, and how their values are read.

use std::ops::RangeInclusive;
use std::str::FromStr;

use search::PuctSettings;

use crate::settings::Settings;

/// What a switch takes, written as a range.
pub(super) const SWITCH: &str = "false..=true";

/// A number of the search with networks.
macro_rules! number {
    ($name:literal, $field:ident, $range:expr) => {
        Param {
            name: $name,
            key: concat!("search.puct.", stringify!($field)),
            range: stringify!($range),
            plays: false,
            get: |s| network(s).map(|n| n.$field.to_string()),
            set: |s, value| set_network(s, number(value, $range)?, |n, x| n.$field = x),
        }
    };
}

/// A switch of the search with networks.
macro_rules! switch {
    ($name:literal, $field:ident) => {
        Param {
            name: $name,
            key: concat!("search.puct.", stringify!($field)),
            range: SWITCH,
            plays: false,
            get: |s| network(s).map(|n| n.$field.to_string()),
            set: |s, value| set_network(s, flag(value)?, |n, on| n.$field = on),
        }
    };
}

/// A number that means something with every judge.
macro_rules! any_number {
    ($name:literal, $key:literal, $($path:ident).+, $range:expr, $plays:expr) => {
        Param {
            name: $name,
            key: $key,
            range: stringify!($range),
            plays: $plays,
            get: |s| Some(s.$($path).+.to_string()),
            set: |s, value| number(value, $range).map(|x| s.$($path).+ = x),
        }
    };
}

/// A switch that means something with every judge.
macro_rules! any_switch {
    ($name:literal, $key:literal, $($path:ident).+, $plays:expr) => {
        Param {
            name: $name,
            key: $key,
            range: SWITCH,
            plays: $plays,
            get: |s| Some(s.$($path).+.to_string()),
            set: |s, value| flag(value).map(|on| s.$($path).+ = on),
        }
    };
}

/// A number of visits, or none.
macro_rules! limit {
    ($name:literal, $field:ident) => {
        Param {
            name: $name,
            key: stringify!($field),
            range: "1..=1125899906842624",
            plays: false,
            get: |s| Some(s.$field.map_or("unlimited".into(), |n| n.to_string())),
            set: |s, value| {
                let visits: Option<u64> = optional(value)?;
                visits.is_none_or(|n| (1..=1 << 50).contains(&n)).then(|| s.$field = visits)
            },
        }
    };
}

/// About a network as a judge.
macro_rules! judging {
    ($name:literal, $field:ident, $range:expr) => {
        Param {
            name: $name,
            key: concat!("judging.", stringify!($field)),
            range: stringify!($range),
            plays: false,
            get: |s| network(s).map(|_| s.judging.$field.to_string()),
            set: |s, value| number(value, $range).map(|x| s.judging.$field = x),
        }
    };
}

/// What holds for networks only.
pub(super) fn network(settings: &Settings) -> Option<&PuctSettings> {
    settings.search.puct()
}

pub(super) fn set_network<T>(
    settings: &mut Settings,
    value: T,
    set: impl Fn(&mut PuctSettings, T),
) -> Option<()> {
    settings.search.puct_mut().map(|network| set(network, value))
}

pub(super) fn number<T: FromStr + PartialOrd>(value: &str, range: RangeInclusive<T>) -> Option<T> {
    value.parse().ok().filter(|x| range.contains(x))
}

pub(super) fn flag(value: &str) -> Option<bool> {
    value.to_ascii_lowercase().parse().ok()
}

/// A number, or `unlimited`.
pub(super) fn optional<T: FromStr>(value: &str) -> Option<Option<T>> {
    if value == "unlimited" { Some(None) } else { value.parse().ok().map(Some) }
}
