//! Encodes positions as network inputs.

mod area;
mod history;
mod katago;
mod ladders;
pub(crate) mod players;
mod profile;
mod sai;
mod symmetry_map;

use board::{Colour, Position, Symmetry};

use crate::network::{Metadata, Network, Planes};
use nn::{Batch, Shape};

use katago::OBJECTIVE_SIDE;
pub(crate) use katago::{FLAT as KATAGO_FLAT, PLANES as KATAGO_PLANES};
pub(crate) use katago::{draw_bonus, own_komi};
pub(crate) use players::FEATURES as PLAYER_FEATURES;
pub use players::{Pace, Players, Server};
pub(crate) use profile::FEATURES as RANK_FEATURES;
pub use profile::{Profile, ProfileError};
pub use symmetry_map::{SymmetryMap, symmetries, symmetry};

/// Settings for encoding positions.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct InputSettings {
    /// Tell the network that a pass would end the game only if that wins it. Otherwise it believes that the
    /// game could continue, and does not end a game that is lost or not yet won for the sake of a point.
    pub enable_passing_hacks: bool,
    /// The player profile, for KataGo's human networks.
    pub profile: Profile,
    /// The players, for human networks of our own.
    pub players: Players,
    /// The side with more visits than the other, and by how many doublings: for networks that were trained
    /// with such games, which are those that see komi.
    pub playout_doubling_advantage: Option<(Colour, f32)>,
    /// Added to White's komi if a draw counts as more than half a win for White, or less.
    pub draw_komi_bonus: f32,
}

/// The inputs that a graph must have for these planes.
pub(crate) fn inputs(planes: Planes) -> Vec<Shape> {
    match planes {
        Planes::KataGo { metadata, .. } => {
            let mut inputs = vec![Shape::Board(katago::PLANES), Shape::Flat(katago::FLAT)];
            inputs.extend(metadata.map(|metadata| Shape::Flat(metadata.features())));
            inputs
        }
        Planes::Sai { positions } => vec![Shape::Board(sai::planes(positions))],
    }
}

impl Metadata {
    /// The number of features.
    fn features(self) -> usize {
        match self {
            Metadata::Profile => profile::FEATURES,
            Metadata::Players => players::FEATURES,
        }
    }
}

/// Writes positions into batches, reusing memory between positions.
pub struct PlaneBuilder {
    planes: Planes,
    input_settings: InputSettings,
    map: SymmetryMap,
    katago: Box<katago::Scratch>,
}

impl PlaneBuilder {
    pub fn new(planes: Planes, input_settings: InputSettings) -> PlaneBuilder {
        PlaneBuilder { planes, input_settings, map: SymmetryMap::default(), katago: Box::default() }
    }

    /// Positions from now on are those of games between these players.
    pub fn set_players(&mut self, players: Players) {
        self.input_settings.players = players;
    }

    /// Writes a position into one row of a batch that was [reset](Batch::reset) for its size and for a
    /// network with these planes. Applies the symmetry first; it must [keep the shape](symmetries) of the
    /// board.
    pub fn fill(&mut self, position: &Position, symmetry: Symmetry, batch: &mut Batch, row: usize) {
        self.map.set(position.size(), symmetry);
        let points = position.size().points();
        debug_assert_eq!((batch.columns, batch.rows), (position.size().width(), position.size().height()));
        match (self.planes, batch.inputs.as_mut_slice()) {
            (Planes::KataGo { life_under_suicide, board_only, metadata }, [boards, flat, rest @ ..]) => {
                let map = &self.map;
                let view = katago::View { position, map, life_under_suicide, board_only };
                let boards = part(boards, row, points * katago::PLANES);
                let flat = part(flat, row, katago::FLAT);
                katago::fill(&mut self.katago, &view, &self.input_settings, boards, flat);
                if let (Some(metadata), [features, ..]) = (metadata, rest) {
                    let (features, to_move) = (part(features, row, metadata.features()), position.to_move());
                    match metadata {
                        Metadata::Profile => self.input_settings.profile.fill(to_move, points, features),
                        Metadata::Players => self.input_settings.players.fill(to_move, points, features),
                    }
                }
            }
            (Planes::Sai { positions }, [boards, ..]) => {
                let boards = part(boards, row, points * sai::planes(positions));
                sai::fill(position, &self.map, positions, boards);
            }
            (_, _) => {}
        }
    }
}

/// One row of an input; empty if the batch is too small.
fn part(input: &mut [f32], row: usize, length: usize) -> &mut [f32] {
    debug_assert!(input.len() >= (row + 1) * length);
    input.get_mut(row * length..(row + 1) * length).unwrap_or_default()
}
/// The layer that takes the global features.
const FEATURE_WEIGHTS: &str = "stem.features.weight";

impl Network {
    /// Makes it blind to whose objective a game has. A network that has learnt from games without objectives has never
    /// seen that input, so its weights there are as random as they were at first.
    pub fn forget_objective_side(&mut self) {
        if !matches!(self.planes, Planes::KataGo { board_only: true, .. }) {
            return;
        }
        let weights = self.graph_mut().weights_mut().find(|(name, _)| name == FEATURE_WEIGHTS);
        for row in weights.into_iter().flat_map(|(_, weights)| weights.chunks_exact_mut(KATAGO_FLAT)) {
            row[OBJECTIVE_SIDE] = 0.0;
        }
    }
}
