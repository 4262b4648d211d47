//! Names of parameters in sets. Different objects and products have different names; those that no
//! object of C can have end with primes. isl reads primes at the end of a name alone.

/// Words that isl's notation keeps for itself.
const RESERVED: [&str; 24] = [
    "and", "or", "not", "implies", "exists", "all", "rat", "true", "false", "infty", "infinity",
    "nan", "min", "max", "mod", "floor", "ceil", "floord", "ceild", "int", "is", "if", "else",
    "sizeof",
];

/// The name for an object or macro of C. No coordinate and no start of an iteration has it.
pub(crate) fn clean(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let digits = name.strip_prefix(['i', 'x', 'y']).unwrap_or_default();
    let is_coordinate = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    let is_reserved = RESERVED.iter().any(|word| word.eq_ignore_ascii_case(name));
    match name.chars().all(plain) {
        false => {
            let bytes: String = name.bytes().map(|b| format!("{b:02x}")).collect();
            format!("u_{bytes}''")
        }
        true if is_coordinate || is_reserved => format!("{name}''"),
        true => name.to_string(),
    }
}

/// The name for member number `member` of parameter number `at`, which has this name.
pub(crate) fn member_name(own: &str, at: usize, member: usize) -> String {
    format!("{}_{at}_{member}'", own.trim_end_matches('\''))
}

/// The name for a value that a variable of this name gets, of several ones.
pub(crate) fn value_name(own: &str, count: usize) -> String {
    format!("{}_value_{count}'", clean(own).trim_end_matches('\''))
}

/// Whether [`value_name`] made a name.
pub(crate) fn is_value_name(name: &str) -> bool {
    let count = name
        .strip_suffix('\'')
        .and_then(|n| n.rsplit_once("_value_"));
    count.is_some_and(|(_, count)| count.bytes().all(|b| b.is_ascii_digit()))
}

/// The name for a product: `w_x_h_1_1_2'''`, with the length of each factor, and their number.
pub(crate) fn product_name(factors: &[String]) -> String {
    let stem = |factor: &String| factor.trim_end_matches('\'').to_string();
    let length = |factor: &String| {
        let stem = stem(factor).len();
        format!("{stem}{}_", "q".repeat(factor.len() - stem))
    };
    let stems: Vec<String> = factors.iter().map(stem).collect();
    let lengths: String = factors.iter().map(length).collect();
    format!("{}_{lengths}{}'''", stems.join(SIGN), factors.len())
}

/// Between two factors.
const SIGN: &str = "_x_";

/// The factors of a product with this name; the name itself if it is none.
pub(crate) fn factors_of(name: &str) -> Vec<String> {
    product(name).unwrap_or_else(|| vec![name.to_string()])
}

/// Whether a parameter is the origin of a tile, or a product with one.
pub(crate) fn is_tile_name(name: &str) -> bool {
    let is_own = |factor: &str| {
        let digits = factor.strip_prefix('y').unwrap_or_default();
        !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
    };
    factors_of(name).iter().any(|factor| is_own(factor))
}

fn product(name: &str) -> Option<Vec<String>> {
    let (mut rest, count) = name.strip_suffix("'''")?.rsplit_once('_')?;
    let mut lengths = Vec::new();
    for _ in 0..count.parse::<usize>().ok()? {
        let (before, length) = rest.rsplit_once('_')?;
        let digits = length.trim_end_matches('q');
        lengths.push((digits.parse::<usize>().ok()?, length.len() - digits.len()));
        rest = before;
    }
    let mut factors = Vec::new();
    for (length, primes) in lengths.into_iter().rev() {
        let (stem, more) = rest.split_at_checked(length)?;
        factors.push(format!("{stem}{}", "'".repeat(primes)));
        rest = more.strip_prefix(SIGN).unwrap_or(more);
    }
    rest.is_empty().then_some(factors)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_have_names_of_their_own() {
        let all: [&[&str]; 7] = [
            &["w", "h"],
            &["w_x_h"],
            &["a_x_b", "c"],
            &["a", "b_x_c"],
            &["in_0_1'", "h"],
            &["in_0_1", "h"],
            &["y0", "x1''", "x1_"],
        ];
        let mut names = Vec::new();
        for factors in all {
            let factors: Vec<String> = factors.iter().map(|f| (*f).to_string()).collect();
            let name = product_name(&factors);
            assert_eq!(factors_of(&name), factors);
            assert!(!names.contains(&name));
            names.push(name);
        }
        assert_eq!(factors_of("w_x_h"), ["w_x_h"]);
        assert_eq!(factors_of("in_0_1'"), ["in_0_1'"]);
    }

    #[test]
    fn names_of_c_stay_apart() {
        let names = [
            "x1", "x1_", "max", "max_", "mod", "y0", "é", "_ue9", "i", "w",
        ];
        let mut all: Vec<String> = names.iter().map(|name| clean(name)).collect();
        all.push(member_name("x1''", 0, 1));
        all.push(member_name("x1_", 1, 1));
        all.sort();
        all.dedup();
        assert_eq!(all.len(), names.len() + 2);
        assert_eq!(clean("w_x_h"), "w_x_h");
    }
}
