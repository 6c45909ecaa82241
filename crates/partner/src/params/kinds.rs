//! Where parameters live in the settings, and how their values are read.

use std::ops::RangeInclusive;
use std::str::FromStr;

use search::{Algorithm, HumanExploration, PuctSettings, RaveSettings};

use crate::settings::{NnSettings, Settings};

/// What a switch takes, written as a range.
pub(super) const SWITCH: &str = "false..=true";

/// A part of the settings. What does not belong to the evaluator in use is not there.
pub(super) trait Holder {
    type Held;

    fn of(settings: &Settings) -> Option<&Self::Held>;

    fn of_mut(settings: &mut Settings) -> Option<&mut Self::Held>;
}

/// Settings that mean something with every evaluator.
pub(super) struct Any;
/// Settings that mean something with a network only.
pub(super) struct Network;
/// How a network evaluates positions.
pub(super) struct Nn;
/// How a human network takes part.
pub(super) struct Human;
/// How it takes part in the search with networks.
pub(super) struct HumanPuct;
/// The search with networks.
pub(super) struct Puct;
/// The search with playouts.
pub(super) struct Rave;

impl Holder for Any {
    type Held = Settings;

    fn of(settings: &Settings) -> Option<&Settings> {
        Some(settings)
    }

    fn of_mut(settings: &mut Settings) -> Option<&mut Settings> {
        Some(settings)
    }
}

impl Holder for Network {
    type Held = Settings;

    fn of(settings: &Settings) -> Option<&Settings> {
        settings.search.puct().map(|_| settings)
    }

    fn of_mut(settings: &mut Settings) -> Option<&mut Settings> {
        settings.search.puct().is_some().then_some(settings)
    }
}

impl Holder for Nn {
    type Held = NnSettings;

    fn of(settings: &Settings) -> Option<&NnSettings> {
        Network::of(settings).map(|settings| &settings.nn)
    }

    fn of_mut(settings: &mut Settings) -> Option<&mut NnSettings> {
        Network::of_mut(settings).map(|settings| &mut settings.nn)
    }
}

impl Holder for Human {
    type Held = Settings;

    fn of(settings: &Settings) -> Option<&Settings> {
        settings.human_net.as_ref().map(|_| settings)
    }

    fn of_mut(settings: &mut Settings) -> Option<&mut Settings> {
        settings.human_net.is_some().then_some(settings)
    }
}

impl Holder for HumanPuct {
    type Held = HumanExploration;

    fn of(settings: &Settings) -> Option<&HumanExploration> {
        Human::of(settings)?.search.puct().map(|puct| &puct.human)
    }

    fn of_mut(settings: &mut Settings) -> Option<&mut HumanExploration> {
        Human::of_mut(settings)?.search.puct_mut().map(|puct| &mut puct.human)
    }
}

impl Holder for Puct {
    type Held = PuctSettings;

    fn of(settings: &Settings) -> Option<&PuctSettings> {
        settings.search.puct()
    }

    fn of_mut(settings: &mut Settings) -> Option<&mut PuctSettings> {
        settings.search.puct_mut()
    }
}

impl Holder for Rave {
    type Held = RaveSettings;

    fn of(settings: &Settings) -> Option<&RaveSettings> {
        match &settings.search.algorithm {
            Algorithm::Rave(rave) => Some(rave),
            Algorithm::Puct(_) => None,
        }
    }

    fn of_mut(settings: &mut Settings) -> Option<&mut RaveSettings> {
        match &mut settings.search.algorithm {
            Algorithm::Rave(rave) => Some(rave),
            Algorithm::Puct(_) => None,
        }
    }
}

/// A number: name, place, range, scope, explanation, and what older settings files call it.
macro_rules! number {
    ($name:literal, $holder:ident.$($field:ident).+, $range:expr, $scope:ident, $explanation:literal $(, $old:literal)*) => {
        Param {
            name: $name,
            explanation: $explanation,
            scope: Scope::$scope,
            range: stringify!($range),
            old: &[$($old),*],
            get: |settings| $holder::of(settings).map(|held| held.$($field).+.to_string()),
            set: |settings, text| {
                let value = number(text, $range)?;
                $holder::of_mut(settings).map(|held| held.$($field).+ = value)
            },
        }
    };
}

/// A switch: name, place, scope, explanation, and what older settings files call it.
macro_rules! switch {
    ($name:literal, $holder:ident.$($field:ident).+, $scope:ident, $explanation:literal $(, $old:literal)*) => {
        Param {
            name: $name,
            explanation: $explanation,
            scope: Scope::$scope,
            range: SWITCH,
            old: &[$($old),*],
            get: |settings| $holder::of(settings).map(|held| held.$($field).+.to_string()),
            set: |settings, text| {
                let on = switch(text)?;
                $holder::of_mut(settings).map(|held| held.$($field).+ = on)
            },
        }
    };
}

/// A limit on a search: a number, or `unlimited`.
macro_rules! limit {
    ($name:literal, $field:ident, $range:expr, $explanation:literal $(, $old:literal)*) => {
        Param {
            name: $name,
            explanation: $explanation,
            scope: Scope::Search,
            range: stringify!($range),
            old: &[$($old),*],
            get: |settings| Some(settings.$field.map_or("unlimited".into(), |limit| limit.to_string())),
            set: |settings, text| {
                settings.$field = match text {
                    "unlimited" => None,
                    text => Some(number(text, $range)?),
                };
                Some(())
            },
        }
    };
}

pub(super) fn number<T: FromStr + PartialOrd>(text: &str, range: RangeInclusive<T>) -> Option<T> {
    text.parse().ok().filter(|x| range.contains(x))
}

pub(super) fn switch(text: &str) -> Option<bool> {
    text.to_ascii_lowercase().parse().ok()
}
