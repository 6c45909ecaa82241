//! The paper's figures (its Tables 1 and 7, and the text around them). Its players had 16,000 simulations per move on
//! 13×13, its opponent was Ray with 60,000.

/// What the paper says of a player of whole games on 13×13: values with half of their 95% intervals, where it gives them.
#[derive(Clone, Copy, Default)]
pub struct PaperPlayer {
    pub opponents_score: Option<(f64, Option<f64>)>,
    /// Over moves 2 to 60 of 100 games.
    pub distance: Option<(f64, f64)>,
    /// Moves that people called unnatural among the first 60 of a game.
    pub unnatural_per_game: Option<(f64, f64)>,
}

/// How far the opponent's moves were from the player's last ones.
pub const OPPONENTS_DISTANCE: (f64, f64) = (2.65, 0.08);

pub fn player(name: &str) -> PaperPlayer {
    match name {
        // Section 3 gives the distance for Leela, section 5.2 the same one for its A15.
        "normal" => PaperPlayer {
            opponents_score: Some((0.0, None)),
            distance: Some((3.16, 0.10)),
            unnatural_per_game: None,
        },
        "naive" => PaperPlayer { unnatural_per_game: Some((2.29, 0.53)), ..PaperPlayer::default() },
        "a15" => PaperPlayer {
            opponents_score: Some((0.37, Some(0.04))),
            distance: Some((3.16, 0.10)),
            unnatural_per_game: Some((1.27, 0.41)),
        },
        "abc25" => PaperPlayer {
            opponents_score: Some((0.48, Some(0.04))),
            distance: Some((2.33, 0.06)),
            unnatural_per_game: Some((1.22, 0.25)),
        },
        "abc35" => PaperPlayer { opponents_score: Some((0.73, None)), ..PaperPlayer::default() },
        _ => PaperPlayer::default(),
    }
}

/// What the paper says of a player of endgames.
#[derive(Clone, Copy)]
pub struct PaperEndgames {
    /// Of 100 games on 13×13, of 30 on 19×19.
    pub wins: f64,
    /// As Leela's network and KataGo's see the moves.
    pub policies: Option<[PaperPolicy; 2]>,
}

#[derive(Clone, Copy)]
pub struct PaperPolicy {
    pub mean: f64,
    pub geometric_mean: f64,
    /// The share of moves below 0.05.
    pub unnatural: f64,
}

/// Players of endgames are `abc25` and `endgame` with a γ.
pub fn endgames(size: usize, name: &str) -> Option<PaperEndgames> {
    let policy = |mean, geometric_mean, unnatural| PaperPolicy { mean, geometric_mean, unnatural };
    match (size, name) {
        (13, "abc25") => Some(PaperEndgames {
            wins: 0.63,
            policies: Some([policy(0.3551, 0.2398, 0.0970), policy(0.3742, 0.1538, 0.2415)]),
        }),
        (13, "endgame, γ = 5") => Some(PaperEndgames {
            wins: 0.37,
            policies: Some([policy(0.3553, 0.2473, 0.0934), policy(0.4565, 0.3008, 0.0850)]),
        }),
        (19, "endgame, γ = 3") => Some(PaperEndgames { wins: 29.0 / 30.0, policies: None }),
        (19, "endgame, γ = 5") => Some(PaperEndgames { wins: 17.0 / 30.0, policies: None }),
        _ => None,
    }
}
