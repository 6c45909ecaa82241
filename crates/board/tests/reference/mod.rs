//! The rules once more, slowly and without any of `board`'s machinery: grids, flood fill and a full history.

use board::Colour;

pub type Cell = Option<Colour>;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ko {
    Simple,
    Positional,
    Situational,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    width: usize,
    cells: Vec<Cell>,
}

impl Grid {
    fn neighbours(&self, i: usize) -> Vec<usize> {
        let (width, height) = (self.width, self.cells.len() / self.width);
        let (x, y) = (i % width, i / width);
        let mut found = Vec::new();
        if x > 0 {
            found.push(i - 1);
        }
        if x + 1 < width {
            found.push(i + 1);
        }
        if y > 0 {
            found.push(i - width);
        }
        if y + 1 < height {
            found.push(i + width);
        }
        found
    }

    /// The chain at `i`, and whether it has a liberty.
    fn chain(&self, i: usize) -> (Vec<usize>, bool) {
        let mut chain = vec![i];
        let mut free = false;
        let mut done = 0;
        while done < chain.len() {
            for n in self.neighbours(chain[done]) {
                free |= self.cells[n].is_none();
                if self.cells[n] == self.cells[i] && !chain.contains(&n) {
                    chain.push(n);
                }
            }
            done += 1;
        }
        (chain, free)
    }

    /// Takes the chain at `i` off if it has no liberty, and says how many stones that were.
    fn take(&mut self, i: usize) -> usize {
        let (chain, free) = self.chain(i);
        if free {
            return 0;
        }
        for s in &chain {
            self.cells[*s] = None;
        }
        chain.len()
    }
}

/// What a move would lead to.
pub struct After {
    pub grid: Grid,
    pub taken: usize,
    pub lost: usize,
}

#[derive(Clone)]
pub struct Reference {
    pub grid: Grid,
    pub to_move: Colour,
    pub captured_by: [usize; 2],
    ko: Ko,
    suicide: bool,
    button: bool,
    /// What every turn began with.
    history: Vec<(Grid, Colour)>,
    /// The grid before the last move, if the turn to answer it came in order.
    before_last: Option<Grid>,
}

impl Reference {
    pub fn new(width: usize, height: usize, ko: Ko, suicide: bool, button: bool) -> Reference {
        let grid = Grid { width, cells: vec![None; width * height] };
        let history = vec![(grid.clone(), Colour::Black)];
        let (captured_by, before_last) = ([0; 2], None);
        Reference { grid, to_move: Colour::Black, captured_by, ko, suicide, button, history, before_last }
    }

    pub fn cell(&self, x: usize, y: usize) -> Cell {
        self.grid.cells[y * self.grid.width + x]
    }

    /// `None` for a move that the rules forbid.
    pub fn after(&self, colour: Colour, x: usize, y: usize) -> Option<After> {
        let i = y * self.grid.width + x;
        if self.grid.cells[i].is_some() {
            return None;
        }
        let mut grid = self.grid.clone();
        grid.cells[i] = Some(colour);
        let enemies = grid.neighbours(i);
        let taken =
            enemies.into_iter().map(|n| if grid.cells[n] == Some(colour.other()) { grid.take(n) } else { 0 });
        let taken: usize = taken.collect::<Vec<_>>().into_iter().sum();
        let lost = grid.take(i);
        if lost == 1 || (lost > 1 && !self.suicide) {
            return None;
        }
        let repeats = match self.ko {
            Ko::Simple => colour == self.to_move && self.before_last.as_ref() == Some(&grid),
            Ko::Positional => self.history.iter().any(|(seen, _)| *seen == grid),
            Ko::Situational => {
                self.history.iter().any(|(seen, turn)| *seen == grid && *turn == colour.other())
            }
        };
        (!repeats).then_some(After { grid, taken, lost })
    }

    /// A move by anybody, in turn or not; a pass is `None`.
    pub fn play(&mut self, colour: Colour, after: Option<After>) {
        if colour != self.to_move {
            self.history.push((self.grid.clone(), colour));
        }
        self.before_last = None;
        match after {
            None if std::mem::take(&mut self.button) => self.history.clear(),
            None => {}
            Some(after) => {
                self.before_last = Some(std::mem::replace(&mut self.grid, after.grid));
                self.captured_by[colour.index()] += after.taken;
                self.captured_by[colour.other().index()] += after.lost;
            }
        }
        self.to_move = colour.other();
        self.history.push((self.grid.clone(), self.to_move));
    }
}
