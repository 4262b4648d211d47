//! The test that the pointers of a function lead to different memory, as C.

use super::definition::Definition;
use super::extent::{Reach, Region};
use super::helper::type_name;
use crate::options::{NoOverlap, Tested};
use crate::text::Version;
use crate::verify::{Calls, Pair, PresentValue, Reached};
use affine::Fixed;
use front::MOST_RADIUS;
use program::points_to::{PointsTo, Root};
use program::{Function, Lifetime, Program, Type};
use std::cell::OnceCell;
use std::collections::BTreeSet;

/// The most comparisons of one test.
const MOST_COMPARISONS: usize = 12;

/// How far from 0 macros are taken at their value, one attempt after the other.
const WAYS: [Fixed; 3] = [Fixed::None, Fixed::UpTo(MOST_RADIUS), Fixed::ALL];

/// Conditions are broken into lines of at most so many characters.
const WIDTH: usize = 100;

/// A test.
pub(super) struct Test {
    /// Pairs of memory, each as two pointers with numbers of bytes.
    comparisons: BTreeSet<[String; 4]>,
    /// Macros at whose values it was made: the copy must assert these.
    pub(super) fixed: Vec<PresentValue>,
    /// Pointers to structures that it reads.
    read: Vec<String>,
    /// The arguments of a call of the copy.
    pub(super) arguments: String,
    /// Whether the function returns nothing.
    pub(super) is_void: bool,
}

impl Test {
    /// The test that pairs are different, as far as the calls of the file leave that open; or why
    /// there is none.
    pub(super) fn of(
        text: &Version,
        program: &Program,
        name: &str,
        pairs: &BTreeSet<Pair>,
    ) -> Result<Self, String> {
        let mut functions = program.functions.iter();
        let function = functions
            .find(|f| f.name == name)
            .ok_or("it is not known")?;
        let points_to = OnceCell::new();
        let calls = Calls {
            front: text.program(),
            program,
            points_to: &points_to,
        };
        let pairs = open(&calls, name, pairs)?;
        let at = function_start(text, name);
        let size = type_name(text.unit(), at, "size_t");
        let mut reason = None;
        for fixed in &WAYS {
            let reach = Reach::of(program, function, fixed, size);
            match reach
                .and_then(|reach| Test::by(&reach, (program, function), calls.points_to(), &pairs))
            {
                Ok(test) => return Ok(test),
                Err(why) => reason = reason.or(Some(why)),
            }
        }
        Err(reason.unwrap_or_default())
    }

    /// The same, by what is known of the accesses.
    fn by(
        reach: &Reach<'_>,
        (program, function): (&Program, &Function),
        points_to: &PointsTo<'_>,
        pairs: &BTreeSet<Pair>,
    ) -> Result<Self, String> {
        if let Some(kept) = reach.kept(points_to) {
            return Err(format!("its copy would have another `{kept}`"));
        }
        let mut comparisons = BTreeSet::new();
        for [a, b] in pairs {
            let a = reach.region(a.root, &a.name)?;
            let b = reach.region(b.root, &b.name)?;
            comparisons.extend(compared(&a, &b));
        }
        if comparisons.len() > MOST_COMPARISONS {
            return Err("its test would be too long".to_string());
        }
        let object = |id: &program::ObjectId| program.objects.get(id.0 as usize);
        let names = function.parameters.iter().filter_map(object);
        let names: Vec<&str> = names.map(|object| object.name.as_str()).collect();
        let parts = || comparisons.iter().flatten();
        let is_read = |name: &&&str| parts().any(|part| is_dereferenced(part, name));
        Ok(Test {
            read: names
                .iter()
                .filter(is_read)
                .map(|name| (*name).to_string())
                .collect(),
            fixed: reach.fixed(),
            comparisons,
            arguments: names.join(", "),
            is_void: function.returns == Type::Void,
        })
    }

    /// The condition on lines of its own after `if (`: as few as its width permits.
    pub(super) fn condition(&self, apart: &str, newline: &str, indent: &str) -> String {
        let comparison = |[a, m, b, n]: &[String; 4]| {
            let line = format!("{apart}({a}, {m}, {b}, {n})");
            match indent.len() + line.len() + 8 > WIDTH {
                true => format!("{apart}({a}, {m},{newline}{indent}{indent}      {b}, {n})"),
                false => line,
            }
        };
        let mut operands = self.read.clone();
        let line = match operands.is_empty() {
            true => Vec::new(),
            false => vec![std::mem::take(&mut operands).join(" && ")],
        };
        let all = line
            .into_iter()
            .chain(self.comparisons.iter().map(comparison));
        let all: Vec<String> = all.collect();
        let line = all.join(" && ");
        match line.contains(newline) || indent.len() + line.len() + 8 > WIDTH {
            true => all.join(&format!("{newline}{indent}    && ")),
            false => line,
        }
    }
}

/// Where the definition of a function starts.
fn function_start(text: &Version, name: &str) -> u32 {
    Definition::of(text, name).map_or(0, |definition| definition.whole.start)
}

/// Whether an expression reads a structure that a pointer leads to. The original may test the
/// pointer first.
fn is_dereferenced(expression: &str, pointer: &str) -> bool {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let member = format!("{pointer}->");
    let mut uses = expression.match_indices(&member);
    uses.any(|(at, _)| !expression[..at].ends_with(is_name))
}

/// All comparisons of two parts of memory.
fn compared(a: &Region, b: &Region) -> Vec<[String; 4]> {
    let mut all = Vec::new();
    for m in &a.bytes {
        for n in &b.bytes {
            all.push([a.start.clone(), m.clone(), b.start.clone(), n.clone()]);
        }
    }
    all
}

/// The pairs with the objects of the user's file, without those that all calls show to be
/// different.
fn open(
    calls: &Calls<'_, '_>,
    name: &str,
    pairs: &BTreeSet<Pair>,
) -> Result<BTreeSet<Pair>, String> {
    let mut own = BTreeSet::new();
    for pair in pairs {
        let [a, b] = pair;
        let mut pair = [known(calls.program, a)?, known(calls.program, b)?];
        pair.sort();
        own.insert(pair);
    }
    // A call that passes the same memory is what the test is for.
    calls.settle(name, &mut own, &NoOverlap::Tested(Tested::All));
    Ok(own)
}

/// The same memory with the object of this program.
fn known(program: &Program, reached: &Reached) -> Result<Reached, String> {
    let Root::Lasting(_) = reached.root else {
        return Ok(reached.clone());
    };
    let is_outer = |lifetime| matches!(lifetime, Lifetime::File | Lifetime::Linked);
    let named = program.objects.iter().filter(|o| o.name == reached.name);
    let mut named = named.filter(|o| is_outer(o.lifetime));
    match (named.next(), named.next()) {
        (Some(only), None) => Ok(Reached {
            root: Root::Lasting(only.id),
            ..reached.clone()
        }),
        _ => Err(format!("`{}` is known in one function only", reached.name)),
    }
}
