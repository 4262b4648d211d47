//! The texts of sums: plain ones where sizes are known to be small, wide ones elsewhere.

use integer::IntType;
use poly::Expr;
use print::{Facts, Sums, Values};

/// `n`, `steps` and `t` are of type `int`, `tt` and `ii` of the wide one. No size is larger than
/// a number.
struct Names {
    most: i128,
}

impl Facts for Names {
    fn type_of(&self, name: &str) -> IntType {
        match name {
            "tt" | "ii" => IntType::LONG,
            _ => IntType::INT,
        }
    }

    fn values(&self, sum: &Expr) -> Values {
        let of_name = |name: &str| {
            let small = Values::new(-self.most, self.most);
            Values::of(self.type_of(name)).and(small)
        };
        Values::of_sum(sum, &|atom| Values::of_atom(atom, &of_name))
    }
}

fn name(name: &str) -> Expr {
    Expr::var(name)
}

#[test]
fn small_sizes_have_plain_sums() {
    let names = Names { most: 1 << 20 };
    let sums = Sums::new(&names, false);
    let sum = name("n") + name("steps") - Expr::constant(2);
    assert_eq!(sums.text(&sum), "n + steps - 2");
    assert_eq!(sums.text(&(name("t") * -2 + name("n"))), "n - 2 * t");
    assert_eq!(sums.leaves(), None);
}

#[test]
fn plain_sums_of_any_sizes_may_leave_their_type() {
    let names = Names { most: 1 << 40 };
    let sums = Sums::new(&names, false);
    assert_eq!(sums.text(&name("n")), "n");
    assert_eq!(sums.leaves(), None);
    assert_eq!(sums.text(&(name("n") + Expr::constant(1))), "n + 1");
    assert_eq!(sums.leaves().as_deref(), Some("n + 1"));
}

#[test]
fn any_sizes_have_wide_sums() {
    let names = Names { most: 1 << 40 };
    let sums = Sums::new(&names, true);
    let check = |sum: &Expr, text: &str, value: &str| {
        assert_eq!(sums.text(sum), text);
        assert_eq!(sums.converted(sum, None, IntType::INT, "int"), value);
    };
    check(&name("tt"), "tt", "(int)tt");
    check(&name("n"), "n", "n");
    let both = name("n") + name("steps") - Expr::constant(2);
    let text = "(long long)n + steps - 2";
    check(&both, text, "(int)((long long)n + steps - 2)");
    let skewed = name("ii") - name("t") * 2;
    check(&skewed, "ii - 2LL * t", "(int)(ii - 2LL * t)");
    // A counter of tiles makes the whole sum wide.
    let more = name("n") + name("steps") + name("tt");
    check(&more, "tt + n + steps", "(int)(tt + n + steps)");
    assert_eq!(sums.text_from("tt", &(name("n") + name("tt"))), "tt + n");
    assert_eq!(sums.leaves(), None);
}
