//! Whether another library may replace functions of the file when the program is loaded.

use crate::compiler::flags::Flags;

/// The linkage options of a compile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Exports {
    /// Whether exported functions may be replaced: the code is for a shared library.
    pub any: bool,
    /// Whether functions are exported unless they say otherwise.
    pub by_default: bool,
}

/// Reads the predefined macros that the compiler prints, and the flags.
pub(crate) fn exports(printed: &str, flags: &Flags) -> Exports {
    let defines = |name: &str| {
        let mut lines = printed.lines().take_while(|line| !is_text(line));
        lines.any(|line| {
            line.strip_prefix("#define ")
                .is_some_and(|l| l.starts_with(name))
        })
    };
    let last = |on: &str, off: &[&str]| {
        let mut args = flags.args.iter().rev();
        let named = args.find(|arg| *arg == on || off.contains(&arg.as_str()));
        named.map(|arg| arg == on)
    };
    let semantic = last("-fsemantic-interposition", &["-fno-semantic-interposition"]);
    let any = defines("__PIC__ ") && !defines("__PIE__ ") && semantic.unwrap_or(true);
    let mut visibility = flags.args.iter().rev();
    let visibility = visibility.find_map(|arg| arg.strip_prefix("-fvisibility="));
    Exports {
        any,
        by_default: any && visibility.is_none_or(|v| v == "default"),
    }
}

/// Whether a line is neither blank nor a directive: the predefined macros end before it.
fn is_text(line: &str) -> bool {
    !line.is_empty() && !line.starts_with('#')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(args: &[&str], any: bool, by_default: bool) {
        let flags = Flags {
            args: args.iter().map(|arg| arg.to_string()).collect(),
            ..Flags::default()
        };
        let file = crate::SourceFile::new("a.c", b"int x;\n".to_vec());
        let unit = crate::preprocess(file, &flags).expect("it is C");
        assert_eq!(unit.exports, Exports { any, by_default }, "{args:?}");
    }

    #[test]
    fn shared_libraries_export_their_functions() {
        check(&["-fPIE"], false, false);
        check(&["-fno-pic"], false, false);
        check(&["-fPIC"], true, true);
        check(&["-fPIC", "-fno-semantic-interposition"], false, false);
        check(&["-fpic", "-fvisibility=hidden"], true, false);
        check(
            &["-fvisibility=hidden", "-fpic", "-fvisibility=default"],
            true,
            true,
        );
    }
}
