//! All tables.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use board::{Colour, Move};
use partner::LoadedNetworks;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use review::Findings;

use crate::kept::Kept;
use crate::library::Found;
use crate::messages::NewGame;
use crate::refusal::Refusal;
use crate::seated::Seated;
use crate::store::Store;
use crate::table::Table;

/// Games that are in memory at most; those that nobody watches make room, and can be opened again.
const MOST: usize = 32;

/// A name for a game that no other has.
pub fn new_id() -> String {
    let mut random = Xoshiro256PlusPlus::from_os_rng();
    (0..12).map(|_| char::from(random.sample(rand::distr::Alphanumeric))).collect()
}

pub struct Hall {
    store: Arc<Store>,
    nets: LoadedNetworks,
    tables: Mutex<HashMap<String, Arc<Table>>>,
}

impl Hall {
    pub fn new(store: Arc<Store>, nets: LoadedNetworks) -> Hall {
        Hall { store, nets, tables: Mutex::default() }
    }

    pub fn begin(&self, wanted: NewGame) -> Result<Arc<Table>, Refusal> {
        let mut random = Xoshiro256PlusPlus::from_os_rng();
        let seated = Seated::new(new_id(), wanted, &self.nets, &mut random)?;
        self.sit_down(seated)
    }

    /// A game that begins with some moves already made.
    pub fn begin_with(&self, kept: Kept) -> Result<Arc<Table>, Refusal> {
        self.sit_down(Seated::from_kept(new_id(), kept, &self.nets)?)
    }

    /// A table where the game is being played, or was.
    pub fn open(&self, id: &str) -> Result<Arc<Table>, Refusal> {
        let tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(table) = tables.get(id).filter(|table| !table.broke_off()) {
            return Ok(table.clone());
        }
        drop(tables);
        match self.store.find(id) {
            Ok(Some(kept)) => {
                let mut seated = Seated::from_kept(id.into(), kept, &self.nets)?;
                // What a review found since is deeper than what was thought during the game.
                if let Ok(Found { game, findings: Some(findings), .. }) = self.store.look_up(id) {
                    seated.deepen(game.moves(), &findings);
                }
                self.sit_down(seated)
            }
            Ok(None) => Err(Refusal("That game is not there any more.".into())),
            Err(error) => Err(Refusal(format!("{error}."))),
        }
    }

    /// A game was reviewed: if it is being played, its lessons become as deep.
    pub fn reviewed(&self, id: &str, moves: &[(Colour, Move)], findings: &Findings) {
        let tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(table) = tables.get(id) {
            table.reviewed(moves, findings);
        }
    }

    pub(crate) fn sit_down(&self, seated: Seated) -> Result<Arc<Table>, Refusal> {
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        // Two tabs may have opened the same game at once.
        tables.retain(|_, table| !table.broke_off());
        if let Some(table) = tables.get(&seated.id) {
            return Ok(table.clone());
        }
        if tables.len() >= MOST {
            tables.retain(|_, table| table.is_watched());
        }
        if tables.len() >= MOST {
            return Err(Refusal("Too many games are open: close another one first.".into()));
        }
        let id = seated.id.clone();
        let table = Table::new(seated, self.store.clone());
        let table =
            Arc::new(table.map_err(|error| Refusal(format!("No thread for another game: {error}.")))?);
        tables.insert(id, table.clone());
        Ok(table)
    }
}
