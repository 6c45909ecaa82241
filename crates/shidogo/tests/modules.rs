//! The modules inside a crate stand in an order: none uses one that uses it, over however many steps.
//!
//! Only modules at the top of a crate count, and only what they name by `crate::`, or by `super::` from a file at the
//! top; names that the crate's root passes on are followed to the module they come from. Unit tests may look upward.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

type Uses = BTreeMap<String, BTreeSet<String>>;

fn source(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap();
    let code = text.split("#[cfg(test)]\nmod").next().unwrap_or_default();
    let lines = code.lines().map(|line| line.split("//").next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn name_at(text: &str) -> &str {
    &text[..text.find(|c| !is_name(c)).unwrap_or(text.len())]
}

/// What stands first in each part of a group: `{a, b::c, d::{e, f}}` has a, b and d.
fn heads_of_group(group: &str) -> Vec<String> {
    let (mut heads, mut depth, mut part) = (Vec::new(), 0, String::new());
    for c in group.chars() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 || (depth == 1 && c == ',') {
            let head = part.trim_start_matches(|c: char| !is_name(c));
            heads.push(name_at(head).to_string());
            part.clear();
            if depth == 0 {
                break;
            }
        } else {
            part.push(c);
        }
    }
    heads.retain(|head| !head.is_empty());
    heads
}

/// The names that follow a prefix such as `crate::`.
fn names_after(code: &str, prefix: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for (at, _) in code.match_indices(prefix) {
        if code[..at].ends_with(is_name) {
            continue;
        }
        let rest = &code[at + prefix.len()..];
        match rest.starts_with('{') {
            true => names.extend(heads_of_group(rest)),
            false => _ = names.insert(name_at(rest).to_string()),
        }
    }
    names
}

/// Modules that the root declares, and the names that it passes on with the module of each.
fn root(code: &str) -> (BTreeSet<String>, BTreeMap<String, String>) {
    let modules: BTreeSet<String> = (code.lines())
        .filter_map(|line| {
            line.trim().strip_suffix(';')?.split_once("mod ").map(|(_, name)| name.to_string())
        })
        .filter(|name| name.chars().all(is_name))
        .collect();
    let mut passed_on = BTreeMap::new();
    for (at, _) in code.match_indices("use ") {
        let statement = code[at + 4..].split(';').next().unwrap_or_default();
        let statement = statement.trim_start_matches("crate::").trim_start_matches("self::");
        let Some((module, names)) = statement.split_once("::") else { continue };
        if modules.contains(module) {
            let names = names.split(|c| !is_name(c)).filter(|name| !name.is_empty());
            passed_on.extend(names.map(|name| (name.to_string(), module.to_string())));
        }
    }
    (modules, passed_on)
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

fn uses(folder: &Path) -> Uses {
    let root_file = ["lib.rs", "main.rs"].map(|name| folder.join(name)).into_iter().find(|f| f.is_file());
    let (modules, passed_on) = root(&source(&root_file.unwrap()));
    let mut uses = Uses::new();
    for file in files(folder).iter().filter(|file| file.extension().is_some_and(|e| e == "rs")) {
        let inside: Vec<String> =
            file.strip_prefix(folder).unwrap().iter().map(|part| part.to_string_lossy().into()).collect();
        let module = inside[0].trim_end_matches(".rs").to_string();
        let is_test =
            inside.last().is_some_and(|name| name == "tests.rs") || inside.iter().any(|p| p == "tests");
        if !modules.contains(&module) || is_test {
            continue;
        }
        let code = source(file);
        let mut names = names_after(&code, "crate::");
        if inside.len() == 1 {
            names.extend(names_after(&code, "super::"));
        }
        let used = names.iter().filter_map(|name| modules.get(name).or_else(|| passed_on.get(name)));
        uses.entry(module.clone()).or_default().extend(used.filter(|used| **used != module).cloned());
    }
    uses
}

/// What a module uses in any number of steps.
fn reachable(uses: &Uses, from: &str) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    let mut next: Vec<&str> = vec![from];
    while let Some(module) = next.pop() {
        for used in uses.get(module).into_iter().flatten() {
            if seen.insert(used.clone()) {
                next.push(used);
            }
        }
    }
    seen
}

fn circle(uses: &Uses) -> Vec<String> {
    uses.keys().filter(|module| reachable(uses, module).contains(*module)).cloned().collect()
}

#[test]
fn modules_stand_in_an_order() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut circles = Vec::new();
    for entry in std::fs::read_dir(crates).unwrap() {
        let folder = entry.unwrap().path();
        let found = circle(&uses(&folder.join("src")));
        if !found.is_empty() {
            circles.push(format!("{}: {}", folder.file_name().unwrap().display(), found.join(", ")));
        }
    }
    assert!(circles.is_empty(), "modules that use each other:\n{}", circles.join("\n"));
}

#[test]
fn a_circle_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    std::fs::create_dir(folder.path().join("c")).unwrap();
    write("lib.rs", "mod a;\nmod b;\npub mod c;\nmod d;\npub use c::inner::{Thing, other};\n");
    write("a.rs", "use crate::b::X; // crate::d\n#[cfg(test)]\nmod tests { use crate::d; }");
    write("b.rs", "use crate::{d, Thing};");
    write("c/mod.rs", "use std::fmt;");
    write("d.rs", "fn f() { crate::c::g() }");
    assert_eq!(circle(&uses(folder.path())), Vec::<String>::new());
    write("c/inner.rs", "use crate::{\n    a::{Y, Z},\n};");
    assert_eq!(circle(&uses(folder.path())), ["a", "b", "c", "d"]);
}
