//! All games that are in memory.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;

use board::{Colour, Move};
use partner::LoadedNetworks;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use review::Findings;
use speech::Refusal;
use tutor::{NewGame, SavedGame, TeachingGame};

use crate::actor::GameActor;
use crate::library::Found;
use crate::store::GameStore;

/// Games that are in memory at most; those that nobody watches make room, and can be opened again.
const MOST: usize = 32;

/// A name for a game that no other has.
pub fn new_id() -> String {
    let mut random = Xoshiro256PlusPlus::from_os_rng();
    (0..12).map(|_| char::from(random.sample(rand::distr::Alphanumeric))).collect()
}

pub struct GameRegistry {
    store: Arc<GameStore>,
    nets: LoadedNetworks,
    actors: Mutex<HashMap<String, Arc<GameActor>>>,
}

impl GameRegistry {
    pub fn new(store: Arc<GameStore>, nets: LoadedNetworks) -> GameRegistry {
        GameRegistry { store, nets, actors: Mutex::default() }
    }

    pub fn begin(&self, request: NewGame) -> Result<Arc<GameActor>, Refusal> {
        let mut random = Xoshiro256PlusPlus::from_os_rng();
        let mut game = TeachingGame::new(request, &self.nets, &mut random)?;
        // Who cannot read the last game says hello all the same.
        game.greet(self.store.last_over().ok().flatten().as_ref());
        self.start(new_id(), game)
    }

    /// A game that begins with some moves already made.
    pub fn begin_with(&self, saved: SavedGame) -> Result<Arc<GameActor>, Refusal> {
        self.start(new_id(), TeachingGame::from_saved(saved, &self.nets)?)
    }

    /// A game that is being played, or was.
    pub fn open(&self, id: &str) -> Result<Arc<GameActor>, Refusal> {
        let actors = self.actors.lock();
        if let Some(actor) = actors.get(id).filter(|actor| !actor.broke_off()) {
            return Ok(actor.clone());
        }
        drop(actors);
        match self.store.find(id) {
            Ok(Some(saved)) => {
                let mut game = TeachingGame::from_saved(saved, &self.nets)?;
                // What a review found since is deeper than what was thought during the game.
                if let Ok(Found { game: reviewed, findings: Some(findings), .. }) = self.store.look_up(id) {
                    game.deepen(reviewed.moves(), &findings);
                }
                self.start(id.into(), game)
            }
            Ok(None) => Err(Refusal::GameGone),
            Err(error) => Err(Refusal::error(error)),
        }
    }

    /// A game was reviewed: if it is being played, its lessons become as deep.
    pub fn reviewed(&self, id: &str, moves: &[(Colour, Move)], findings: &Findings) {
        let actors = self.actors.lock();
        if let Some(actor) = actors.get(id) {
            actor.reviewed(moves, findings);
        }
    }

    pub(crate) fn start(&self, id: String, game: TeachingGame) -> Result<Arc<GameActor>, Refusal> {
        let mut actors = self.actors.lock();
        // Two tabs may have opened the same game at once.
        actors.retain(|_, actor| !actor.broke_off());
        if let Some(actor) = actors.get(&id) {
            return Ok(actor.clone());
        }
        if actors.len() >= MOST {
            actors.retain(|_, actor| actor.is_watched());
        }
        if actors.len() >= MOST {
            return Err(Refusal::TooManyGames);
        }
        let actor = GameActor::new(id.clone(), game, self.store.clone(), self.nets.clone());
        let actor = Arc::new(actor.map_err(|error| Refusal::NoThread(error.to_string()))?);
        actors.insert(id, actor.clone());
        Ok(actor)
    }
}
