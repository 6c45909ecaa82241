//! Names of settings before they were the field's, so that old settings files and run folders stay readable.

use toml::{Table, Value};

/// Sections first, then what is in them under the section's new name.
const SECTIONS: [(&str, &str, &str); 5] = [
    ("", "play", "selfplay"),
    ("", "rated", "rating"),
    ("", "games", "games_per_generation"),
    ("selfplay", "opening", "policy_init"),
    ("selfplay", "teaching", "distillation"),
];

const RENAMED: [(&str, &str, &str); 48] = [
    ("rating", "back", "lookback"),
    ("selfplay", "sides", "board_sizes"),
    ("selfplay", "first_visits", "initial_visits"),
    ("selfplay", "visits_grow", "visits_growth_generations"),
    ("selfplay", "fast_visits", "cheap_search_visits"),
    ("selfplay", "noise", "root_dirichlet_noise_weight"),
    ("selfplay", "root_temperature", "root_policy_temperature"),
    ("selfplay", "forced_visits", "root_desired_per_child_visits_coeff"),
    ("selfplay", "varied_moves", "temperature_moves"),
    ("selfplay", "last_temperature", "final_temperature"),
    ("selfplay", "branch", "branch_prob"),
    ("selfplay", "stray_branches", "branch_other_move_prob"),
    ("selfplay", "complete_per_branch", "full_games_per_branch"),
    ("selfplay", "resign_below", "resign_threshold"),
    ("selfplay", "never_resign", "no_resign_prob"),
    ("selfplay", "hurried_visits", "reduced_visits"),
    ("selfplay", "most_moves", "max_moves_per_point"),
    ("selfplay", "prune_targets", "policy_target_pruning"),
    ("selfplay", "tables", "games_per_thread"),
    ("selfplay.policy_init", "moves", "avg_moves"),
    ("selfplay.policy_init", "astray", "random_move_prob"),
    ("selfplay.distillation", "coolest", "min_temperature"),
    ("selfplay.distillation", "hottest", "max_temperature"),
    ("selfplay.distillation", "astray", "max_random_move_prob"),
    ("selfplay.distillation", "pupil", "student_prob"),
    ("selfplay.distillation", "pupil_visits", "student_visits"),
    ("train", "first_window", "initial_window"),
    ("train", "window_grows", "window_growth_generations"),
    ("train", "batch", "batch_size"),
    ("train", "seconds", "max_seconds"),
    ("train", "most_passes", "max_epochs"),
    ("train", "rate", "learning_rate"),
    ("train", "orthogonal", "muon_learning_rate"),
    ("train", "adaptive", "adam_learning_rate"),
    ("train", "settle", "lr_decay_generations"),
    ("train", "decay", "weight_decay"),
    ("train", "clip", "grad_clip_norm"),
    ("train", "averaging", "ema_weight"),
    ("train", "value", "value_loss_weight"),
    ("train", "value_entropy", "value_cross_entropy"),
    ("train", "ownership", "ownership_loss_weight"),
    ("train", "lead", "lead_loss_weight"),
    ("train", "reply", "opponent_policy_loss_weight"),
    ("train", "glances", "cheap_search_share"),
    ("train", "surprise", "policy_surprise_weight"),
    ("train", "frozen", "frozen_batch_norm_share"),
    ("train", "held_out", "validation_share"),
    ("train", "mixed", "mixed_precision"),
];

/// They made networks no better, and are gone.
const REMOVED: [(&str, &str); 3] =
    [("train", "takeover"), ("train", "search_share"), ("train", "search_ahead")];

/// Gives settings their present names, and says in a line each what was renamed or is ignored.
pub fn update(settings: &mut Table) -> Vec<String> {
    let mut notes = Vec::new();
    for (section, old, new) in SECTIONS.iter().chain(&RENAMED) {
        let Some(table) = at(settings, section) else { continue };
        if table.contains_key(*new) {
            continue;
        }
        if let Some(value) = table.remove(*old) {
            table.insert((*new).into(), value);
            notes.push(format!("{} is called {new} now", name(section, old)));
        }
    }
    if let Some(table) = at(settings, "selfplay")
        && let Some(full) = table.remove("full_share")
    {
        let full = full.as_float().or(full.as_integer().map(|full| full as f64)).unwrap_or(f64::NAN);
        table.entry("cheap_search_prob").or_insert(Value::Float(1.0 - full));
        notes.push("selfplay.full_share is now cheap_search_prob, 1 minus the old value".into());
    }
    for (section, gone) in REMOVED {
        if at(settings, section).is_some_and(|table| table.remove(gone).is_some()) {
            notes.push(format!("{} no longer exists and is ignored", name(section, gone)));
        }
    }
    notes
}

fn name(section: &str, setting: &str) -> String {
    if section.is_empty() { setting.into() } else { format!("{section}.{setting}") }
}

/// A section by its path.
fn at<'a>(settings: &'a mut Table, section: &str) -> Option<&'a mut Table> {
    let mut table = settings;
    for part in section.split('.').filter(|part| !part.is_empty()) {
        table = table.get_mut(part)?.as_table_mut()?;
    }
    Some(table)
}
