//! The version of C under which a unit is compiled.

use crate::checks::check;

fn dialect(args: &[&str], version: i64, wide: Option<&str>) {
    check("int x;\n", args, |unit| {
        assert_eq!(unit.dialect.version, version, "{args:?}");
        assert_eq!(unit.dialect.wide_type(), wide, "{args:?}");
        assert_eq!(unit.dialect.is_c99(), version >= 199_901);
        assert_eq!(unit.dialect.is_c11(), version >= 201_112);
    });
}

#[test]
fn versions() {
    dialect(&["-std=c90"], 0, Some("long"));
    dialect(&["-std=gnu90"], 0, Some("long"));
    dialect(&["-std=c99"], 199_901, Some("long long"));
    dialect(&["-std=c11"], 201_112, Some("long long"));
    dialect(&["-std=gnu17"], 201_710, Some("long long"));
}

#[test]
fn a_narrow_long_is_seen() {
    let narrow = ["-std=c90", "-U__LONG_MAX__", "-D__LONG_MAX__=2147483647L"];
    dialect(&narrow, 0, None);
}
