//! Plays the nodes of a line, from the setup stones to a game.

use board::{Colour, Game, Komi, Position};

use super::header::{self, Header};
use super::points::parse_move;
use super::setup::Setup;
use super::{OnError, Reader, Replay, ReplayError, Warning};
use crate::sgf::{Node, NodeId, Tree, Value, name};

/// For each node, who makes the next move from there.
pub(super) fn first_movers(tree: &Tree, line: &[NodeId]) -> Vec<Option<Colour>> {
    let mut mover = None;
    let mut movers: Vec<Option<Colour>> = line
        .iter()
        .rev()
        .map(|id| {
            mover = moves(tree.node(*id)).next().map(|(colour, _)| colour).or(mover);
            mover
        })
        .collect();
    movers.reverse();
    movers
}

/// A node should have one move at most, but some have two.
fn moves(node: &Node) -> impl Iterator<Item = (Colour, &Value)> {
    node.properties().iter().flat_map(|property| {
        let colour = match property.name() {
            name::B => Some(Colour::Black),
            name::W => Some(Colour::White),
            _ => None,
        };
        colour.into_iter().flat_map(|c| property.values().iter().map(move |v| (c, v)))
    })
}

/// A line while it is being played.
pub(super) struct Play<'a> {
    reader: &'a Reader,
    header: Header,
    komi: Komi,
    /// Stones set up since the last move; the game continues from them.
    setup: Option<Setup>,
    /// Comments for the start of the coming game.
    setup_comment: Option<String>,
    /// The player to move according to `PL` during a game.
    turn: Option<Colour>,
    first_mover: Option<Colour>,
    game: Game,
    nodes: Vec<NodeId>,
    /// Moves played so far, and their limit.
    played: usize,
    most: usize,
    warnings: Vec<Warning>,
    stopped: Option<ReplayError>,
}

impl<'a> Play<'a> {
    pub fn new(reader: &'a Reader, header: Header, warnings: Vec<Warning>, most: usize) -> Play<'a> {
        let (size, play_rules) = (header.size, header.play_rules);
        Play {
            reader,
            header,
            komi: Komi::ZERO,
            setup: Some(Setup::new(size)),
            setup_comment: None,
            turn: None,
            first_mover: None,
            game: Game::new(size, play_rules, Komi::ZERO),
            nodes: Vec::new(),
            played: 0,
            most,
            warnings,
            stopped: None,
        }
    }

    /// Plays a node; false if enough moves have been played.
    pub fn node(
        &mut self,
        id: NodeId,
        node: &Node,
        first_mover: Option<Colour>,
    ) -> Result<bool, ReplayError> {
        self.first_mover = first_mover;
        if Setup::is_in(node) {
            let under_way = || Setup::from_board(self.game.position().board(), self.turn);
            // Kept only if all of it can be played.
            let mut setup = self.setup.clone().unwrap_or_else(under_way);
            let (after, size) = (self.played, self.header.size);
            setup.apply(node).map_err(|bad| ReplayError::NotASetup { after, text: bad.0, size })?;
            self.setup = Some(setup);
        }
        if let Some(player) = header::player(node, &mut self.warnings) {
            self.turn = Some(player);
            if let Some(setup) = &mut self.setup {
                setup.turn = Some(player);
            }
        }
        for (colour, value) in moves(node) {
            if self.played == self.most {
                return Ok(false);
            }
            self.play(id, colour, value)?;
        }
        self.comment(node);
        Ok(true)
    }

    fn play(&mut self, id: NodeId, colour: Colour, value: &Value) -> Result<(), ReplayError> {
        let number = self.played + 1;
        let size = self.header.size;
        if number > self.reader.max_moves {
            return Err(ReplayError::TooLong { limit: self.reader.max_moves });
        }
        let text = value.to_simple_text();
        let vertex =
            parse_move(&text, size).map_err(|bad| ReplayError::NotAMove { number, text: bad.0, size })?;
        self.begin()?;
        let illegal = |reason| ReplayError::Illegal { number, colour, vertex, reason };
        self.game.play(colour, vertex).map_err(illegal)?;
        self.turn = None;
        self.nodes.push(id);
        self.played = number;
        Ok(())
    }

    /// Makes the stones set up the start of the game.
    fn begin(&mut self) -> Result<(), ReplayError> {
        let Some(setup) = self.setup.take() else { return Ok(()) };
        let mut handicap = self.game.start().handicap();
        let mut otherwise = self.game.position().to_move();
        if self.played == 0 {
            handicap = self.handicap(&setup);
            otherwise = if handicap < 2 { Colour::Black } else { Colour::White };
            self.komi = self.header.komi(self.reader, handicap, &mut self.warnings);
        }
        let to_move = setup.turn.or(self.first_mover).unwrap_or(otherwise);
        let board = setup.board().ok_or(ReplayError::NoLiberties { after: self.played })?;
        let mut start = Position::from_board(board, to_move, self.header.play_rules, self.komi);
        start.set_handicap(handicap);
        self.game = Game::from_position(start);
        self.nodes.clear();
        self.header.info.comments = self.setup_comment.take().map(|text| (0, text)).into_iter().collect();
        Ok(())
    }

    /// The value of `HA`; without it, the number of black stones if White has none and moves first.
    fn handicap(&mut self, setup: &Setup) -> usize {
        let (black, white) = (setup.count(Colour::Black), setup.count(Colour::White));
        match self.header.handicap {
            Some(said) => {
                if black > 0 && white == 0 && said != black {
                    self.warnings.push(Warning::HandicapStones { said, stones: black });
                }
                said
            }
            None => {
                let first = setup.turn.or(self.first_mover);
                let is_handicap = black >= 2 && white == 0 && first == Some(Colour::White);
                if is_handicap { black } else { 0 }
            }
        }
    }

    fn comment(&mut self, node: &Node) {
        let Some(text) = node.text(name::C) else { return };
        let comment = match self.setup {
            Some(_) => self.setup_comment.get_or_insert_default(),
            None => self.header.info.comments.entry(self.nodes.len()).or_default(),
        };
        if !comment.is_empty() {
            comment.push('\n');
        }
        comment.push_str(&text);
    }

    pub fn stop(&mut self, error: ReplayError) -> Result<(), ReplayError> {
        match self.reader.on_error {
            OnError::Refuse => Err(error),
            OnError::Stop => {
                self.stopped.get_or_insert(error);
                Ok(())
            }
        }
    }

    pub fn finish(mut self) -> Result<Replay, ReplayError> {
        if let Err(error) = self.begin() {
            self.stop(error)?;
        }
        if self.played == 0 && self.stopped.is_some() {
            // The start may have been refused, and the komi with it.
            self.game.set_komi(self.komi);
        }
        if let Some(turn) = self.turn {
            self.game.set_to_move(turn);
        }
        if self.header.play_rules != self.header.rules {
            self.game.set_rules(self.header.rules);
        }
        Ok(Replay {
            moves_before: self.played - self.nodes.len(),
            game: self.game,
            info: self.header.info,
            nodes: self.nodes,
            warnings: self.warnings,
            stopped: self.stopped,
        })
    }
}
