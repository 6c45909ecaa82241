//! The reference page of parameters says what the declarations say.

use std::path::Path;

#[test]
fn the_page_is_as_the_declarations_are() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/parameters.md");
    let page = partner::parameters_page().unwrap();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    // A checkout on Windows may have other line ends.
    let kept = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    let other = page.lines().zip(kept.lines()).find(|(ours, theirs)| ours != theirs);
    assert!(
        page == kept,
        "docs/parameters.md differs, first in {other:?}\n(UPDATE_EXPECT=1 cargo test -p partner --test parameters writes it again)"
    );
}
