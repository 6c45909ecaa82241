//! Built-in architectures, stored as data.

use super::Architecture;

const PRESETS: [(&str, &str); 12] = [
    ("b2c32", include_str!("../../architectures/b2c32.toml")),
    ("b6c96", include_str!("../../architectures/b6c96.toml")),
    ("b6c96-katago", include_str!("../../architectures/b6c96-katago.toml")),
    ("b10c128", include_str!("../../architectures/b10c128.toml")),
    ("b10c128-katago", include_str!("../../architectures/b10c128-katago.toml")),
    ("b10c128-reply", include_str!("../../architectures/b10c128-reply.toml")),
    ("human", include_str!("../../architectures/human.toml")),
    ("paper-4x128", include_str!("../../architectures/paper-4x128.toml")),
    ("paper-7x7", include_str!("../../architectures/paper-7x7.toml")),
    ("paper-8x160", include_str!("../../architectures/paper-8x160.toml")),
    ("paper-12x256", include_str!("../../architectures/paper-12x256.toml")),
    ("tiny", include_str!("../../architectures/tiny.toml")),
];

impl Architecture {
    /// The names that [`Architecture::preset`] accepts.
    pub fn presets() -> impl Iterator<Item = &'static str> {
        PRESETS.iter().map(|(name, _)| *name)
    }

    pub fn preset(name: &str) -> Option<Architecture> {
        let (_, text) = PRESETS.iter().find(|(preset, _)| *preset == name)?;
        // The files are compiled in, and a test reads them all.
        Architecture::from_toml(text).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_presets_can_be_read() {
        for (name, text) in PRESETS {
            let read = Architecture::from_toml(text);
            assert_eq!(read.as_ref().ok(), Architecture::preset(name).as_ref(), "{name}: {read:?}");
            assert!(read.is_ok(), "{name}: {read:?}");
        }
    }
}
