//! KataGo's command line, understood as ours.

use std::ffi::OsString;

/// Options of `katago analysis` with our names for them, and whether a value follows.
const KNOWN: [(&str, &str, bool); 5] = [
    ("model", "--net", true),
    ("config", "--katago-config", true),
    ("override-config", "--override-config", true),
    ("analysis-threads", "--analysis-threads", true),
    ("quit-without-waiting", "--quit-without-waiting", false),
];

/// Rewrites the arguments of `shidogo analysis` where they have KataGo's form: a long name after a single dash.
/// Options without a meaning here are left out, and named.
pub fn translate(arguments: Vec<OsString>) -> (Vec<OsString>, Vec<OsString>) {
    if arguments.get(1).is_none_or(|job| job != "analysis") {
        return (arguments, Vec::new());
    }
    let (mut ours, mut dropped) = (Vec::new(), Vec::new());
    let mut words = arguments.into_iter().peekable();
    while let Some(word) = words.next() {
        let name = word.to_str().and_then(|word| word.strip_prefix('-')).filter(|name| is_long_name(name));
        let Some(name) = name else {
            ours.push(word);
            continue;
        };
        match KNOWN.iter().find(|(theirs, _, _)| *theirs == name) {
            Some((_, own, has_value)) => {
                ours.push(own.into());
                ours.extend(has_value.then(|| words.next()).flatten());
            }
            None => {
                dropped.push(word);
                // What follows is its value, unless it is another option.
                words.next_if(|next| !next.as_encoded_bytes().starts_with(b"-"));
            }
        }
    }
    (ours, dropped)
}

fn is_long_name(name: &str) -> bool {
    name.len() > 1 && name.starts_with(|c: char| c.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn translated(line: &str) -> (String, String) {
        let joined = |words: Vec<OsString>| words.join(" ".as_ref()).into_string().unwrap();
        let (ours, dropped) = translate(line.split(' ').map(OsString::from).collect());
        (joined(ours), joined(dropped))
    }

    #[test]
    fn katagos_options_become_ours() {
        let theirs = "s analysis -model m.bin.gz -human-model h.gz -config c.cfg -override-config a=b \
            -analysis-threads 2 -quit-without-waiting";
        let ours = "s analysis --net m.bin.gz --katago-config c.cfg --override-config a=b \
            --analysis-threads 2 --quit-without-waiting";
        assert_eq!(translated(theirs), (ours.into(), "-human-model".into()));
        let mixed = "s analysis --net m -h -config c";
        assert_eq!(translated(mixed).0, "s analysis --net m -h --katago-config c");
        assert_eq!(translated("s gtp -model m"), ("s gtp -model m".into(), String::new()));
        assert_eq!(translated("s analysis -x-ray -model m").0, "s analysis --net m");
    }
}
