//! All commands, by name.

mod admin;
mod analysis;
mod analyze_arguments;
mod cgos;
mod chat;
mod fights;
mod game;
mod gogui;
mod handicap;
mod info_lines;
mod katago;
mod kgs;
mod params;
mod rank;
mod raw;
mod score;
mod setup;
mod sgf;
mod time;

use std::sync::atomic::AtomicBool;

use crate::engine::Engine;
use crate::failure::Failure;
use crate::request::Request;
use crate::streamed_answer::StreamedAnswer;

type Answer = Result<String, Failure>;

/// How a command is executed.
#[derive(Clone, Copy)]
pub(crate) enum Run {
    /// Answers at the end; the flag asks it to hurry.
    Answer(fn(&mut Engine, &Request, &AtomicBool) -> Answer),
    /// The same, but the next line sets the flag.
    Cancellable(fn(&mut Engine, &Request, &AtomicBool) -> Answer),
    /// Writes its answer while it works.
    Streamed(fn(&mut Engine, &Request, &mut StreamedAnswer) -> Result<(), Failure>),
}

pub(crate) struct Command {
    pub name: &'static str,
    pub run: Run,
}

const fn answer(name: &'static str, run: fn(&mut Engine, &Request, &AtomicBool) -> Answer) -> Command {
    Command { name, run: Run::Answer(run) }
}

const fn cancellable(name: &'static str, run: fn(&mut Engine, &Request, &AtomicBool) -> Answer) -> Command {
    Command { name, run: Run::Cancellable(run) }
}

const fn stream(
    name: &'static str,
    run: fn(&mut Engine, &Request, &mut StreamedAnswer) -> Result<(), Failure>,
) -> Command {
    Command { name, run: Run::Streamed(run) }
}

pub(crate) fn find(name: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|command| command.name == name)
}

pub(crate) const COMMANDS: &[Command] = &[
    answer("protocol_version", admin::protocol_version),
    answer("name", admin::name),
    answer("version", admin::version),
    answer("known_command", admin::known_command),
    answer("list_commands", admin::list_commands),
    answer("quit", admin::quit),
    answer("stop", admin::stop),
    answer("cputime", admin::cputime),
    answer("gomill-cpu_time", admin::cputime),
    answer("boardsize", setup::boardsize),
    answer("rectangular_boardsize", setup::rectangular_boardsize),
    answer("clear_board", setup::clear_board),
    answer("clear_cache", setup::clear_cache),
    answer("komi", setup::komi),
    answer("get_komi", setup::get_komi),
    answer("set_position", setup::set_position),
    answer("showboard", setup::showboard),
    answer("fixed_handicap", handicap::fixed),
    answer("place_free_handicap", handicap::place_free),
    answer("set_free_handicap", handicap::set_free),
    answer("play", game::play),
    answer("gogui-play_sequence", game::play_sequence),
    answer("genmove", game::genmove),
    answer("reg_genmove", game::reg_genmove),
    answer("kata-search", game::reg_genmove),
    cancellable("kata-search_cancellable", game::search_cancellable),
    answer("undo", game::undo),
    answer("gg-undo", game::undo_several),
    answer("final_score", score::final_score),
    answer("final_status_list", score::final_status_list),
    answer("time_settings", time::time_settings),
    answer("time_left", time::time_left),
    answer("kgs-time_settings", time::kgs_time_settings),
    answer("kata-time_settings", time::kata_time_settings),
    answer("kata-list_time_settings", time::kata_list_time_settings),
    answer("loadsgf", sgf::load),
    answer("printsgf", sgf::print),
    answer("kgs-rules", kgs::rules),
    answer("kgs-genmove_cleanup", kgs::genmove_cleanup),
    answer("kgs-game_over", kgs::game_over),
    answer("kgs-chat", chat::kgs_chat),
    answer("gomill-explain_last_move", chat::explain_last_move),
    answer("cgos-genmove_analyze", cgos::genmove_analyze),
    answer("kata-set-rules", katago::set_rules),
    answer("kata-get-rules", katago::get_rules),
    answer("kata-set-rule", katago::set_rule),
    answer("kata-list-params", params::list),
    answer("kata-get-param", params::get),
    answer("kata-set-param", params::set),
    answer("kata-get-params", params::get_all),
    answer("kata-set-params", params::set_all),
    answer("kata-get-models", katago::get_models),
    answer("kata-raw-nn", raw::raw_nn),
    answer("kata-raw-human-nn", raw::raw_human_nn),
    stream("analyze", analysis::plain_analyze),
    stream("genmove_analyze", analysis::plain_genmove_analyze),
    stream("lz-analyze", analysis::lz_analyze),
    stream("lz-genmove_analyze", analysis::lz_genmove_analyze),
    stream("kata-analyze", analysis::analyze),
    stream("kata-genmove_analyze", analysis::genmove_analyze),
    stream("kata-search_analyze", analysis::search_analyze),
    stream("kata-search_analyze_cancellable", analysis::search_analyze_cancellable),
    answer("gogui-analyze_commands", gogui::analyze_commands),
    answer("gogui-interrupt", gogui::interrupt),
    answer("shidogo-ownership", gogui::ownership),
    answer("shidogo-visits", gogui::visits),
    answer("shidogo-why", gogui::why),
    answer("shidogo-fights", fights::fights),
    answer("shidogo-clusters", fights::clusters),
    answer("shidogo-criticality", fights::criticality),
    answer("shidogo-rank", rank::rank),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_there_once() {
        let mut names: Vec<&str> = COMMANDS.iter().map(|c| c.name).collect();
        names.sort_unstable();
        let before = names.len();
        names.dedup();
        assert_eq!(names.len(), before);
    }
}
