//! A fact about sizes, from its text: comparisons of sums, joined by `&&`.

mod ranges;

pub(crate) use ranges::Meaning;

use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;

/// Operators, the longer ones first, each with the one that is true when it is false.
const OPERATORS: [(&str, &str); 6] = [
    ("<=", ">"),
    (">=", "<"),
    ("==", "!="),
    ("!=", "=="),
    ("<", ">="),
    (">", "<="),
];

/// A fact about integer objects and macros: `stride >= w && h >= 3`, `N=100`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    comparisons: Vec<Comparison>,
}

/// `left operator right`
#[derive(Clone, Debug, PartialEq, Eq)]
struct Comparison {
    left: String,
    operator: &'static str,
    /// The operator that is true when this one is false.
    otherwise: &'static str,
    right: String,
    /// The left side without the right one.
    difference: Sum,
    /// The names of objects and macros; of `p->w` only `p`.
    names: BTreeSet<String>,
    /// The only name, if it is compared for equality with this number.
    value: Option<i64>,
}

impl FromStr for Fact {
    type Err = String;

    fn from_str(text: &str) -> Result<Fact, String> {
        let comparisons = text.split("&&").map(comparison);
        Ok(Fact {
            comparisons: comparisons.collect::<Result<_, _>>()?,
        })
    }
}

impl Fact {
    /// `stride >= w && h >= 3`
    pub fn text(&self) -> String {
        let one = |c: &Comparison| format!("{} {} {}", c.left, c.operator, c.right);
        let all: Vec<String> = self.comparisons.iter().map(one).collect();
        all.join(" && ")
    }

    /// The condition under which the fact does not hold.
    pub(crate) fn negated(&self) -> String {
        let one = |c: &Comparison| format!("{} {} {}", c.left, c.otherwise, c.right);
        let all: Vec<String> = self.comparisons.iter().map(one).collect();
        all.join(" || ")
    }

    /// The names of its objects and macros.
    pub(crate) fn names(&self) -> BTreeSet<String> {
        let names = self.comparisons.iter().flat_map(|c| &c.names);
        names.cloned().collect()
    }

    /// `N=100`: the name and the number.
    pub fn value(&self) -> Option<(&str, i64)> {
        match self.comparisons.as_slice() {
            [only] => Some((only.names.first()?, only.value?)),
            _ => None,
        }
    }
}

fn comparison(text: &str) -> Result<Comparison, String> {
    let text = text.trim();
    // `->` is no comparison.
    let is_whole = |at: &usize| !text[..*at].ends_with('-');
    let at = |op: &str| {
        let mut places = text.match_indices(op).map(|(at, _)| at);
        places.find(is_whole).map(|at| (at, op.len()))
    };
    let found = OPERATORS.iter().find_map(|(operator, otherwise)| {
        at(operator).map(|(start, length)| (start, length, *operator, *otherwise))
    });
    let assigned = at("=").map(|(start, length)| (start, length, "==", "!="));
    let Some((start, length, operator, otherwise)) = found.or(assigned) else {
        return Err(format!("`{text}` is no comparison"));
    };
    let (left, right) = (text[..start].trim(), text[start + length..].trim());
    let (sum, other) = (Reader::read(left)?, Reader::read(right)?);
    let roots = sum.terms.keys().chain(other.terms.keys());
    let names: BTreeSet<String> = roots.map(|name| root(name).to_string()).collect();
    if names.is_empty() {
        return Err(format!("`{text}` names nothing"));
    }
    let is_name = sum.constant == 0 && sum.terms.len() == 1 && sum.terms.contains_key(left);
    let is_value = operator == "==" && is_name && other.terms.is_empty() && root(left) == left;
    let difference = { Sum::default().plus(&sum, 1) }
        .and_then(|sum| sum.plus(&other, -1))
        .ok_or_else(|| format!("`{text}` has numbers that are too large"))?;
    Ok(Comparison {
        difference,
        left: left.to_string(),
        operator,
        otherwise,
        right: right.to_string(),
        names,
        value: is_value.then_some(other.constant),
    })
}

/// `p` of `p->w`.
fn root(name: &str) -> &str {
    let end = name.find(['.', '-']).unwrap_or(name.len());
    &name[..end]
}

/// A sum of multiples of names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Sum {
    terms: BTreeMap<String, i64>,
    constant: i64,
}

impl Sum {
    fn plus(mut self, other: &Sum, by: i64) -> Option<Sum> {
        let add = |a: i64, b: i64| a.checked_add(b.checked_mul(by)?);
        self.constant = add(self.constant, other.constant)?;
        for (name, count) in &other.terms {
            let own = self.terms.entry(name.clone()).or_default();
            *own = add(*own, *count)?;
        }
        Some(self)
    }

    fn times(self, other: &Sum) -> Option<Sum> {
        match (self.terms.is_empty(), other.terms.is_empty()) {
            (_, true) => Sum::default().plus(&self, other.constant),
            (true, _) => Sum::default().plus(other, self.constant),
            _ => None,
        }
    }
}

/// Reads a sum from the left to the right.
struct Reader<'t> {
    whole: &'t str,
    rest: &'t str,
}

impl<'t> Reader<'t> {
    fn read(text: &'t str) -> Result<Sum, String> {
        let mut reader = Reader {
            whole: text,
            rest: text,
        };
        let sum = reader.sum()?;
        match reader.rest.is_empty() {
            true => Ok(sum),
            false => Err(reader.fault()),
        }
    }

    fn fault(&self) -> String {
        let whole = self.whole;
        format!("`{whole}` is no sum of multiples of integer variables, members and macros")
    }

    /// Takes one of these characters, after blanks.
    fn take(&mut self, any: &[char]) -> Option<char> {
        self.rest = self.rest.trim_start();
        let first = self.rest.chars().next().filter(|c| any.contains(c))?;
        self.rest = &self.rest[first.len_utf8()..];
        Some(first)
    }

    fn sum(&mut self) -> Result<Sum, String> {
        let mut sum = self.product()?;
        while let Some(sign) = self.take(&['+', '-']) {
            let by = if sign == '+' { 1 } else { -1 };
            let next = self.product()?;
            sum = sum.plus(&next, by).ok_or_else(|| self.fault())?;
        }
        Ok(sum)
    }

    fn product(&mut self) -> Result<Sum, String> {
        let mut product = self.factor()?;
        while self.take(&['*']).is_some() {
            let next = self.factor()?;
            product = product.times(&next).ok_or_else(|| self.fault())?;
        }
        Ok(product)
    }

    fn factor(&mut self) -> Result<Sum, String> {
        if self.take(&['-']).is_some() {
            let factor = self.factor()?;
            return Sum::default().plus(&factor, -1).ok_or_else(|| self.fault());
        }
        if self.take(&['(']).is_some() {
            let sum = self.sum()?;
            return self.take(&[')']).map(|_| sum).ok_or_else(|| self.fault());
        }
        let word = self.word();
        let is_number = word.starts_with(|c: char| c.is_ascii_digit());
        match word.parse::<i64>() {
            Ok(constant) => Ok(Sum {
                constant,
                ..Sum::default()
            }),
            Err(_) if is_number || word.is_empty() => Err(self.fault()),
            Err(_) => Ok(Sum {
                terms: BTreeMap::from([(word.to_string(), 1)]),
                constant: 0,
            }),
        }
    }

    /// A number, or a name with members: `p->w`, `image.h`.
    fn word(&mut self) -> &'t str {
        let text = self.rest.trim_start();
        let part = |from: usize| {
            let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let rest = &text[from..];
            from + rest.find(|c| !is_part(c)).unwrap_or(rest.len())
        };
        let mut end = part(0);
        loop {
            let operator = match &text[end..] {
                rest if rest.starts_with("->") => 2,
                rest if rest.starts_with('.') => 1,
                _ => break,
            };
            let next = part(end + operator);
            if next == end + operator {
                break;
            }
            end = next;
        }
        self.rest = &text[end..];
        &text[..end]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_read() {
        let fact: Fact = "stride >= w + 2*pad && p->h<=N".parse().unwrap();
        assert_eq!(fact.text(), "stride >= w + 2*pad && p->h <= N");
        assert_eq!(fact.negated(), "stride < w + 2*pad || p->h > N");
        let names: Vec<String> = fact.names().into_iter().collect();
        assert_eq!(names, ["N", "p", "pad", "stride", "w"]);
        assert_eq!(fact.value(), None);
        let fact: Fact = " N = 100".parse().unwrap();
        assert_eq!(
            (fact.text().as_str(), fact.value()),
            ("N == 100", Some(("N", 100)))
        );
        assert_eq!(
            "-(n - 4)*2 > 0".parse::<Fact>().unwrap().negated(),
            "-(n - 4)*2 <= 0"
        );
        assert_eq!("p->n == 4".parse::<Fact>().unwrap().value(), None);
    }

    #[test]
    fn all_else_is_refused() {
        let wrong = [
            "",
            "n",
            "n >",
            "n >= ",
            "3 > 2",
            "n*m >= 4",
            "n >= 4 &&",
            "f(n) > 0",
            "t[0] > 1",
            "n >= 4 || m",
            "n % 2 == 0",
            "0x10 <= n",
            "a < b < c",
            "n >= 99999999999999999999",
        ];
        for text in wrong {
            assert!(text.parse::<Fact>().is_err(), "{text}");
        }
    }
}
