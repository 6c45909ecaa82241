//! The crates depend on each other as ARCHITECTURE.md says.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// A crate, and the crates of the workspace it uses.
#[derive(Clone, Debug, Default, PartialEq)]
struct Package {
    name: String,
    uses: Vec<String>,
    tests_use: Vec<String>,
    is_library: bool,
    has_anyhow: bool,
}

/// A row of the table: a crate, and those it may use.
#[derive(Clone, Debug, PartialEq)]
struct Row {
    name: String,
    may_use: Vec<String>,
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn packages() -> Vec<Package> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(repository())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    metadata["packages"].as_array().unwrap().iter().map(package).collect()
}

fn package(description: &Value) -> Package {
    let text = |value: &Value| value.as_str().unwrap().to_string();
    let dependencies = description["dependencies"].as_array().unwrap();
    // Only crates of the workspace are given by a path; a kind of null is the usual one.
    let used = |for_tests: bool| {
        let ours = dependencies.iter().filter(|d| d["path"].is_string());
        ours.filter(|d| (d["kind"] == "dev") == for_tests).map(|d| text(&d["name"])).collect()
    };
    let targets = description["targets"].as_array().unwrap();
    let is_kind = |target: &Value, kind: &str| target["kind"].as_array().unwrap().iter().any(|k| k == kind);
    Package {
        name: text(&description["name"]),
        uses: used(false),
        tests_use: used(true),
        is_library: targets.iter().any(|t| is_kind(t, "lib")),
        has_anyhow: dependencies.iter().any(|d| d["name"] == "anyhow"),
    }
}

/// The rows between the two marks of the page.
fn table(page: &str) -> Vec<Row> {
    let (_, rest) = page.split_once("<!-- crates -->").expect("the page marks the table's start");
    let (table, _) = rest.split_once("<!-- /crates -->").expect("the page marks the table's end");
    let rows = table.lines().filter(|line| line.starts_with("| `"));
    rows.map(|line| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').collect();
        let [name, _, may_use] = cells[..] else { panic!("a row has three cells: {line}") };
        let name = name.trim().trim_matches('`').to_string();
        Row { name, may_use: may_use.split('`').skip(1).step_by(2).map(String::from).collect() }
    })
    .collect()
}

/// What is wrong, a line each.
fn faults(packages: &[Package], table: &[Row]) -> Vec<String> {
    let mut faults = Vec::new();
    for row in table {
        if !packages.iter().any(|p| p.name == row.name) {
            faults.push(format!("the table names {}, which does not exist", row.name));
        }
    }
    for package in packages {
        let name = &package.name;
        if package.is_library && package.has_anyhow {
            faults.push(format!("{name} is a library and depends on anyhow"));
        }
        let Some(place) = table.iter().position(|row| row.name == *name) else {
            faults.push(format!("{name} is not in the table"));
            continue;
        };
        let (above, row) = (&table[..place], &table[place]);
        for used in &package.uses {
            if !row.may_use.contains(used) {
                faults.push(format!("{name} may not use {used}"));
            }
        }
        for used in row.may_use.iter().chain(&package.tests_use) {
            if !above.iter().any(|row| row.name == *used) {
                faults.push(format!("{name} is above {used}, or {used} is not in the table"));
            }
        }
    }
    faults
}

#[test]
fn crates_depend_as_the_page_says() {
    let page = std::fs::read_to_string(repository().join("ARCHITECTURE.md")).unwrap();
    let (packages, table) = (packages(), table(&page));
    assert!(!table.is_empty(), "the table has no rows");
    assert!(packages.iter().any(|p| p.has_anyhow) && packages.iter().any(|p| !p.uses.is_empty()));
    let faults = faults(&packages, &table);
    assert!(faults.is_empty(), "ARCHITECTURE.md and the crates disagree:\n{}", faults.join("\n"));
}

#[test]
fn disagreement_is_found() {
    let rows = "<!-- crates -->\n| crate | for | may use |\n|---|---|---|\n\
        | `stone` | a | |\n| `move` | b | `stone` |\n| `player` | c | `move`, `stone` |\n<!-- /crates -->";
    let package = |name: &str, uses: &[&str]| Package {
        name: name.into(),
        uses: uses.iter().map(|s| s.to_string()).collect(),
        is_library: true,
        ..Package::default()
    };
    let good = [package("stone", &[]), package("move", &["stone"]), package("player", &["stone"])];
    let check = |change: &dyn Fn(&mut Vec<Package>, &mut Vec<Row>), expected: &[&str]| {
        let (mut packages, mut table) = (good.to_vec(), table(rows));
        change(&mut packages, &mut table);
        assert_eq!(faults(&packages, &table), expected);
    };
    check(&|_, _| {}, &[]);
    check(&|p, _| p[0].uses.push("move".into()), &["stone may not use move"]);
    check(&|p, _| p[0].tests_use.push("move".into()), &["stone is above move, or move is not in the table"]);
    check(&|p, _| p[2].tests_use.push("move".into()), &[]);
    check(&|p, _| p[1].has_anyhow = true, &["move is a library and depends on anyhow"]);
    check(&|p, _| p.push(package("clock", &[])), &["clock is not in the table"]);
    check(&|p, _| p.truncate(2), &["the table names player, which does not exist"]);
    check(&|_, t| t.swap(0, 1), &["move is above stone, or stone is not in the table"]);
}
