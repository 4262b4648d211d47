//! Pointers as places in objects, by sets of iterations.

use super::Number;
use poly::{Map, Result, Set};
use program::ObjectId;
use source::Span;

/// What a pointer leads into.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Root {
    /// An object of the program.
    Object(ObjectId),
    /// The memory from an allocation, by number.
    Heap(usize),
    /// What a parameter of the function points to.
    Pointee(ObjectId),
    /// What a pointer in a structure pointed to at the start of the function: the structure is a
    /// parameter, or a parameter points to it.
    Member(super::Cell),
    /// The rows of a table of the caller, behind so many pointers that are read from it: what they
    /// pointed to at the start of the function.
    Rows(Table, u8),
    /// The characters of string literals, by number.
    Text(usize),
    /// Nothing: a null pointer.
    Null,
    /// What a cell pointed to at the start of the present iteration.
    Start(super::Cell),
}

/// Memory of the caller that holds pointers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Table {
    /// What a parameter of the function points to.
    Pointee(ObjectId),
    /// What a pointer in a structure points to.
    Member(super::Cell),
}

impl Table {
    /// The pointer that leads to it.
    pub(crate) fn pointer(self) -> ObjectId {
        match self {
            Table::Pointee(id) => id,
            Table::Member(cell) => cell.object,
        }
    }

    /// The pointers in it.
    pub(crate) fn root(self) -> Root {
        match self {
            Table::Pointee(id) => Root::Pointee(id),
            Table::Member(cell) => Root::Member(cell),
        }
    }
}

/// Memory by what each execution of the function knows it by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Site {
    /// An object.
    Object(ObjectId),
    /// What a call allocates.
    Call(Span),
}

/// A step from an object to a part of it.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// An element of an array.
    Index(Number),
    /// An element of an array whose subscript is data, by number.
    Any(usize),
    /// A member of a record.
    Member(usize),
}

/// A part of an object.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    pub(crate) root: Root,
    pub(crate) path: Vec<Step>,
}

/// Pointers of a table that one statement sets.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// Their subscripts.
    pub(crate) on: Set,
    /// What each leads to: a function of the subscript.
    pub(crate) target: Target,
    /// The loop in which they are set, with the subscript and the target in its iterations.
    pub(crate) inside: Option<(Span, Number, Target)>,
}

/// The target of a pointer by sets of iterations: disjoint, on all on which it has a target.
pub(crate) type Pointer = Vec<(Set, Target)>;

impl Target {
    pub(crate) fn new(root: Root) -> Self {
        Target {
            root,
            path: Vec::new(),
        }
    }

    pub(crate) fn with(mut self, step: Step) -> Self {
        self.path.push(step);
        self
    }

    /// The members on the path.
    pub(crate) fn members(&self) -> Vec<usize> {
        let member = |step: &Step| match step {
            Step::Member(m) => Some(*m),
            Step::Index(_) | Step::Any(_) => None,
        };
        self.path.iter().filter_map(member).collect()
    }

    /// The subscripts on the path.
    pub(crate) fn indices(&self) -> impl Iterator<Item = &Number> {
        self.path.iter().filter_map(|step| match step {
            Step::Index(n) => Some(n),
            Step::Any(_) | Step::Member(_) => None,
        })
    }

    pub(crate) fn each(&self, f: impl Fn(&Number) -> Result<Number>) -> Result<Self> {
        let step = |step: &Step| match step {
            Step::Index(n) => f(n).map(Step::Index),
            Step::Any(at) => Ok(Step::Any(*at)),
            Step::Member(m) => Ok(Step::Member(*m)),
        };
        Ok(Target {
            root: self.root,
            path: self.path.iter().map(step).collect::<Result<_>>()?,
        })
    }

    /// The target moved within the innermost array; `None` if it is no element of one.
    pub(crate) fn moved(&self, by: &Number) -> Result<Option<Self>> {
        let mut moved = self.clone();
        match moved.path.last_mut() {
            Some(Step::Index(last)) => {
                *last = last.add(by)?;
                Ok(Some(moved))
            }
            _ if by.as_constant()? == Some(0) => Ok(Some(moved)),
            _ => Ok(None),
        }
    }

    /// Whether both have the same root and steps, whatever the subscripts.
    pub(crate) fn is_parallel(&self, other: &Target) -> bool {
        let is_any = |target: &Target| target.path.iter().any(|s| matches!(s, Step::Any(_)));
        !is_any(self)
            && !is_any(other)
            && self.root == other.root
            && self.path.len() == other.path.len()
            && self.members() == other.members()
    }

    /// Whether both are the same part on a set.
    pub(crate) fn equals(&self, other: &Target, on: &Set) -> Result<bool> {
        if !self.is_parallel(other) {
            return Ok(false);
        }
        for (a, b) in self.indices().zip(other.indices()) {
            if !a.equals(b, on)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The pointer for longer vectors of iterators.
pub(crate) fn lifted_to(pointer: &Pointer, dims: usize) -> Result<Pointer> {
    let lift = |(set, target): &(Set, Target)| {
        let more = dims.saturating_sub(set.dims()?);
        Ok((set.lifted(more)?, target.each(|n| n.lifted_to(dims))?))
    };
    pointer.iter().map(lift).collect()
}

/// The pointer on a set.
pub(crate) fn restricted(pointer: &Pointer, to: &Set) -> Result<Pointer> {
    let mut found = Vec::new();
    for (set, target) in pointer {
        let set = set.intersect(to)?;
        if !set.is_empty()? {
            found.push((set, target.clone()));
        }
    }
    Ok(found)
}

/// `x -> pointer(map(x))`
pub(crate) fn pullback(pointer: &Pointer, map: &Map) -> Result<Pointer> {
    let mut found = Vec::new();
    for (set, target) in pointer {
        let set = set.apply(&map.reverse()?)?;
        if !set.is_empty()? {
            found.push((set, target.each(|n| n.pullback(map))?));
        }
    }
    Ok(found)
}

/// The target of a pointer whose targets differ in their subscripts alone, on all of its sets.
pub(crate) fn joined(pointer: &Pointer) -> Result<Option<Target>> {
    let Some(((set, first), others)) = pointer.split_first() else {
        return Ok(None);
    };
    if others.is_empty() {
        return Ok(Some(first.clone()));
    }
    if !others.iter().all(|(_, target)| target.is_parallel(first)) {
        return Ok(None);
    }
    let mut joined = first.each(|n| n.restricted(set))?;
    for (set, target) in others {
        for (to, from) in joined.path.iter_mut().zip(&target.path) {
            if let (Step::Index(to), Step::Index(from)) = (to, from) {
                *to = to.either(&from.restricted(set)?)?;
            }
        }
    }
    Ok(Some(joined))
}

/// Whether both have the same target on a set.
pub(crate) fn equal(a: &Pointer, b: &Pointer, on: &Set) -> Result<bool> {
    let mut left = on.clone();
    for (set_a, target_a) in a {
        for (set_b, target_b) in b {
            let both = set_a.intersect(set_b)?.intersect(on)?;
            if both.is_empty()? {
                continue;
            }
            if !target_a.equals(target_b, &both)? {
                return Ok(false);
            }
            left = left.subtract(&both)?;
        }
    }
    left.is_empty()
}
