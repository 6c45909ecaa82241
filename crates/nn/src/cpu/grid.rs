//! The memory layout of a board.

/// Points in rows, with zeros around them. After each row are a few zero points that serve as the right edge
/// of this row and as the left edge of the next. So a kernel reaches every neighbour by adding a constant,
/// and a convolution is a few shifted matrix products over one run of points.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Grid {
    pub rows: usize,
    pub columns: usize,
    /// The distance from one row to the next.
    pub pitch: usize,
    /// Zero points before the first point; after the last there are more.
    pub lead: usize,
    /// All points with their padding.
    pub total: usize,
    /// For every 16 points of the run, which of them are on the board.
    pub masks: Vec<u16>,
}

/// Tiles read in blocks of points and may read this far beyond the run.
const SLACK: usize = 16;

impl Grid {
    /// The reach is that of the widest convolutions, vertically and horizontally.
    pub fn new(rows: usize, columns: usize, (reach_down, reach_aside): (usize, usize)) -> Grid {
        let reach_aside = reach_aside.max(1);
        let pitch = columns + reach_aside;
        let lead = reach_down.max(1) * pitch + reach_aside;
        // Winograd tiles extend below the lower edge by up to three rows.
        let tail = lead + 3 * pitch;
        let run = rows * pitch;
        let on_board = |i: usize| i < run && i % pitch < columns;
        let masks = (0..run.div_ceil(16))
            .map(|tile| (0..16).filter(|i| on_board(tile * 16 + i)).map(|i| 1 << i).sum())
            .collect();
        Grid { rows, columns, pitch, lead, total: lead + run + tail + SLACK, masks }
    }

    /// From the first point to after the last, including the zeros between.
    pub fn run(&self) -> usize {
        self.rows * self.pitch
    }

    /// Which of up to eight points of the run, from `point` on, are on the board.
    #[inline(always)]
    pub fn mask(&self, point: usize, count: usize) -> u16 {
        let two = |i: usize| u32::from(self.masks.get(i).copied().unwrap_or(0));
        let both = two(point / 16) | two(point / 16 + 1) << 16;
        (both >> (point % 16)) as u16 & ((1 << count) - 1)
    }

    pub fn points(&self) -> usize {
        self.rows * self.columns
    }

    /// The indices of all points in the run, row by row.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.rows).flat_map(move |row| (0..self.columns).map(move |column| row * self.pitch + column))
    }
}
