//! Iterators of any integer type that start at a base other than zero:
//! `for (y = B; y < B + n; y++)` with subscripts in `y - B`.

use crate::random::kernel::Kernel;
use crate::random::manner::{Base, Counter, Kind};
use crate::random::tree::{Block, Index, SIZES, Spelling};
use crate::rng::Rng;

const fn kind(name: &'static str, base: &'static str, cast: &'static str, is_exact: bool) -> Kind {
    Kind {
        name,
        base,
        cast,
        is_exact,
    }
}

static KINDS: [Kind; 18] = [
    kind("int", "1700000000", "", false),
    kind("int", "1700000000", "", false),
    kind("int", "300000000", "", false),
    kind("int", "2147483447", "", false),
    kind("int", "(-2147483647 - 1)", "", true),
    kind("int", "(-2147483548)", "", false),
    kind("int", "(-1200000000)", "", false),
    kind("unsigned", "4294967000u", "(int)", false),
    kind("unsigned", "1000u", "(int)", false),
    kind("unsigned", "2147483600u", "(int)", false),
    kind("short", "32500", "", false),
    kind("short", "(-32700)", "", false),
    kind("unsigned short", "65300", "", false),
    kind("unsigned char", "200", "", false),
    kind("signed char", "(-80)", "", false),
    kind("unsigned long", "18446744073709551000ul", "(long)", false),
    kind("unsigned long", "0ul", "(long)", true),
    kind("long", "1099511627776l", "", false),
];

/// Chooses the iterators.
pub(super) fn finish(kernel: &mut Kernel, random: &mut Rng) {
    let only_up = starts_at_least_at_zero(&kernel.body);
    let usable: Vec<&'static Kind> = KINDS.iter().filter(|k| only_up || !k.is_exact).collect();
    kernel.manner.counter = Some(Counter {
        kind: usable[random.below(usable.len() as u64) as usize],
        base: *random.pick(&[Base::Literal, Base::Macro, Base::Macro, Base::Parameter]),
    });
}

/// Iterators with few compiler warnings: at least as wide as a size.
pub(super) fn quiet(kernel: &Kernel, random: &mut Rng) -> Option<Counter> {
    let only_up = starts_at_least_at_zero(&kernel.body);
    let is_wide = |k: &&Kind| !k.name.contains("short") && !k.name.contains("char");
    let exact = KINDS.iter().filter(is_wide).filter(|k| k.is_exact);
    let exact: Vec<&'static Kind> = exact.filter(|_| only_up).collect();
    if exact.is_empty() || random.one_in(3) {
        return None;
    }
    Some(Counter {
        kind: exact[random.below(exact.len() as u64) as usize],
        base: *random.pick(&[Base::Literal, Base::Macro]),
    })
}

/// Whether no loop computes a value below its base.
fn starts_at_least_at_zero(block: &Block) -> bool {
    use crate::random::tree::Statement;
    let is_free = |index: &Index| match index {
        Index::Affine(a) => a.terms[..SIZES].iter().all(|c| *c == 0),
        _ => false,
    };
    let is_number = |index: &Index| match index {
        Index::Affine(a) => a.terms.iter().all(|c| *c == 0) && a.constant >= 0,
        _ => false,
    };
    block.iter().all(|s| {
        let fits = match s {
            Statement::Loop(l) => {
                let counts = l.step > 0 && l.spelling != Spelling::StepFirst;
                counts && is_number(&l.from) && is_free(&l.to)
            }
            _ => true,
        };
        fits && s.blocks().into_iter().all(starts_at_least_at_zero)
    })
}
