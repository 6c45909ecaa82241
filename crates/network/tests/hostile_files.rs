//! Files that are cut off, damaged or made to do harm: always an error, soon, and within the memory of the file.

mod writer;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

use network::{Network, Problem, read};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use writer::{Block, Floats, Plan, Rotation, gzip};

/// Counts the memory in use, and remembers the most there was.
struct Counting;

static IN_USE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let in_use = IN_USE.fetch_add(layout.size(), SeqCst) + layout.size();
        PEAK.fetch_max(in_use, SeqCst);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        IN_USE.fetch_sub(layout.size(), SeqCst);
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Reads a file and checks that no more memory was taken than its `unpacked` bytes justify: they are there as read, as
/// put into another order, and once more because vectors grow by doubling; beside buffers of a fixed size.
#[track_caller]
fn read_within(bytes: &[u8], unpacked: usize) -> Result<Network, Problem> {
    let before = IN_USE.load(SeqCst);
    PEAK.store(before, SeqCst);
    let result = read(bytes);
    let taken = PEAK.load(SeqCst) - before;
    assert!(taken <= 6 * unpacked + (1 << 20), "{taken} bytes of memory for {unpacked}");
    result
}

/// A network that has some of everything.
fn plan() -> Plan {
    let attention = Block::Attention { heads: 2, shared_heads: 1, rotation: Rotation::Learned };
    let nested = Block::Bottleneck(vec![Block::Ordinary, attention, Block::FeedForward]);
    Plan { blocks: vec![nested, Block::Pool], ..Plan::of_version(17) }
}

/// All in one test: what is counted is the memory of the whole process.
#[test]
fn no_file_does_harm() {
    cut_off();
    damaged();
    absurd_numbers();
    bombs();
    nests();
}

fn cut_off() {
    let binary = plan().write(Floats::Binary).bytes;
    let last = binary.iter().rposition(|byte| !byte.is_ascii_whitespace()).unwrap();
    for length in (0..last).step_by(5).chain([last]) {
        let result = read_within(&binary[..length], length);
        assert!(result.is_err(), "cut off at {length} of {}", binary.len());
    }
    let text = plan().write(Floats::Text).bytes;
    for length in (0..text.len() - 20).step_by(31) {
        assert!(read_within(&text[..length], length).is_err(), "cut off at {length} of {}", text.len());
    }
    let packed = gzip(&binary);
    for length in (0..packed.len()).step_by(13).chain(packed.len() - 10..packed.len()) {
        let result = read_within(&packed[..length], binary.len());
        let fits = matches!(result, Err(Problem::Truncated { .. } | Problem::NotANetwork));
        assert!(fits, "{result:?} at {length} of {}", packed.len());
    }
}

fn damaged() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    let binary = plan().write(Floats::Binary).bytes;
    let (text, packed) = (plan().write(Floats::Text).bytes, gzip(&binary));
    let whole = read(&packed).unwrap();
    for i in 0..1500 {
        let file = [&binary, &text, &packed][i % 3];
        let mut damaged = file.clone();
        for _ in 0..random.random_range(1..4) {
            let at = random.random_range(0..damaged.len());
            damaged[at] ^= 1 << random.random_range(0..8);
        }
        let result = read_within(&damaged, binary.len().max(text.len()));
        // Packed files have a check sum; only their head holds bits that mean nothing.
        assert!(i % 3 < 2 || result.is_err() || result.is_ok_and(|network| network == whole));
    }
}

fn absurd_numbers() {
    let text = String::from_utf8(plan().write(Floats::Text).bytes).unwrap();
    let words: Vec<&str> = text.split_whitespace().collect();
    let sizes = (1..words.len()).filter(|i| words[*i].parse::<usize>().is_ok());
    let mut tried = 0;
    for i in sizes {
        for absurd in ["0", "-1", "7", "65537", "4294967296", "18446744073709551615"] {
            let mut words = words.clone();
            if words[i] != absurd {
                words[i] = absurd;
                let bytes = words.join(" ").into_bytes();
                let result = read_within(&bytes, bytes.len());
                // Scales may be anything above 0, and of the trunk's numbers only two are more than remarks.
                let free = (4..11).contains(&i) || (22..26).contains(&i);
                assert!(result.is_err() || free, "word {i} after {:?} as {absurd}", &words[i - 1]);
                tried += 1;
            }
        }
    }
    assert!(tried > 300, "only {tried} numbers");
}

/// A start of a network whose first layer has so many channels, of zeros.
fn start(channels: usize, weights: usize) -> Vec<u8> {
    let head = format!("bomb 8 22 19 trunk 1 {channels} 1 1 1 1 conv1 3 3 22 {channels} 1 1 @BIN@");
    [head.into_bytes(), vec![0; 4 * weights]].concat()
}

fn bombs() {
    // 50 MB in 50 kB: stopped long before the end.
    let bomb = gzip(&start(65536, 65536 * 22 * 9));
    assert!(bomb.len() < 100_000);
    let result = read_within(&bomb, 17 << 20);
    assert!(matches!(result, Err(Problem::TooLarge { .. })), "{result:?}");
    // The same as a promise: nothing is there.
    let result = read_within(&start(65536, 1000), 4000);
    assert!(matches!(result, Err(Problem::Truncated { .. })), "{result:?}");
    // White space without end, and a word without end.
    for byte in [b' ', b'x'] {
        let bomb = gzip(&[b"bomb 8 ".to_vec(), vec![byte; 40 << 20]].concat());
        assert!(read_within(&bomb, 1 << 20).is_err());
    }
}

fn nests() {
    let nested = |depth| {
        let block = (0..depth).fold(Block::Ordinary, |block, _| Block::Bottleneck(vec![block]));
        read(&Plan { blocks: vec![block], ..Plan::of_version(14) }.write(Floats::Binary).bytes)
    };
    assert!(nested(8).is_ok());
    let error = nested(9).unwrap_err().to_string();
    assert!(error.ends_with("blocks in more than 8 levels are not supported"), "{error}");
    assert!(nested(500).is_err());
}
