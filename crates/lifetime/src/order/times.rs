//! When instances happen. Most coordinates of time are numbers, the positions of statements in
//! their blocks: these never enter a computation on sets, and decide most comparisons at once.

use poly::{Join, Map, Result, Rows, Set, Space, Term, names};
use scop::{Order, Statement, StmtId};
use std::cell::OnceCell;

/// The properties of a statement that an order depends on, beside the times of its instances.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct Marks {
    pub(crate) parallel: Vec<usize>,
    pub(crate) tilable: Vec<Vec<usize>>,
    /// The statement, for the order of dependences.
    pub(crate) statement: Option<StmtId>,
}

impl Marks {
    /// Only the properties that matter to the order: statements with equal marks are compared
    /// together.
    pub(crate) fn of(statement: &Statement, order: Order) -> Self {
        let mut marks = Marks::default();
        match order {
            Order::Sequential => {}
            Order::Parallel => marks.parallel = statement.parallel.clone(),
            Order::Tilable => {
                marks.parallel = statement.parallel.clone();
                marks.tilable = statement.tilable.clone();
            }
            Order::Any => marks.statement = Some(statement.id),
        }
        marks
    }

    /// Whether no coordinate of time is marked.
    pub(crate) fn is_empty(&self) -> bool {
        self.parallel.is_empty() && self.tilable.is_empty()
    }

    /// The marks that both have.
    pub(crate) fn common(&self, other: &Marks) -> Marks {
        let parallel = self.parallel.iter().copied();
        let tilable = self.tilable.iter().cloned();
        Marks {
            parallel: parallel.filter(|d| other.parallel.contains(d)).collect(),
            tilable: tilable.filter(|b| other.tilable.contains(b)).collect(),
            statement: None,
        }
    }

    /// Whether a coordinate is marked.
    pub(crate) fn has(&self, dim: usize) -> bool {
        self.parallel.contains(&dim) || self.tilable.iter().any(|band| band.contains(&dim))
    }

    /// The coordinates of the band of `dim` after it; `None` if it is in no band.
    pub(crate) fn band_after(&self, dim: usize) -> Option<impl Iterator<Item = usize>> {
        let band = self.tilable.iter().find(|band| band.contains(&dim))?;
        Some(band.iter().copied().filter(move |d| *d > dim))
    }
}

/// Times as images of a relation `{ v[..] -> [t] }`.
#[derive(Clone)]
pub(crate) struct Times {
    /// `{ v[..] -> [open coordinates of t] }`: those that are not numbers.
    open: Map,
    /// The coordinates that are numbers.
    fixed: Vec<Option<i64>>,
    marks: Marks,
    /// `open` as rows, once asked for.
    rows: OnceCell<Rows>,
}

impl Times {
    /// The times of instances that have these marks.
    pub(crate) fn new(map: Map, marks: Marks) -> Result<Self> {
        let (_, dims) = map.dims()?;
        Times::with(map, vec![None; dims], marks)
    }

    /// All instances of a set at one time.
    pub(crate) fn once(instances: Set, time: &[i64]) -> Result<Self> {
        let nowhere = Set::all(instances.context(), 0)?;
        Ok(Times {
            open: Map::product(&instances, &nowhere)?,
            fixed: time.iter().copied().map(Some).collect(),
            marks: Marks::default(),
            rows: OnceCell::new(),
        })
    }

    /// Finds the open coordinates that are numbers.
    fn with(open: Map, mut fixed: Vec<Option<i64>>, marks: Marks) -> Result<Self> {
        let mut numbers = Vec::new();
        for (at, t) in fixed.iter_mut().filter(|t| t.is_none()).enumerate() {
            *t = open.fixed_output(at)?;
            if t.is_some() {
                numbers.push(at);
            }
        }
        Ok(Times {
            open: open.without_outputs(&numbers)?,
            fixed,
            marks,
            rows: OnceCell::new(),
        })
    }

    /// The same with another relation to the open coordinates.
    fn by(&self, open: Map) -> Result<Self> {
        Times::with(open, self.fixed.clone(), self.marks.clone())
    }

    /// The relation to the open coordinates.
    pub(crate) fn open(&self) -> &Map {
        &self.open
    }

    /// `{ v[..] -> [t, inside] }`
    pub(crate) fn at(mut self, inside: i64) -> Self {
        self.fixed.push(Some(inside));
        self
    }

    /// `{ u -> [t] }` for `{ u -> v }`.
    pub(crate) fn after(&self, pairs: &Map) -> Result<Self> {
        self.by(pairs.apply_range(&self.open)?)
    }

    /// The times of some instances only.
    pub(crate) fn within(&self, instances: &Set) -> Result<Self> {
        self.by(self.open.intersect_domain(instances)?)
    }

    /// A superset: the convex relation around the times, without divisions.
    pub(crate) fn hull(&self) -> Result<Self> {
        self.by(self.open.remove_divs()?.simple_hull()?)
    }

    pub(crate) fn marks(&self) -> &Marks {
        &self.marks
    }

    /// The constant value of each coordinate of time, if it has one.
    pub(crate) fn fixed(&self) -> &[Option<i64>] {
        &self.fixed
    }

    /// `{ v[..] -> [t] }`, numbers included.
    pub(crate) fn whole(&self) -> Result<Map> {
        let t = names("t", self.fixed.len());
        let all = || t.iter().zip(&self.fixed);
        let open: Vec<&String> = { all().filter(|(_, at)| at.is_none()) }
            .map(|(t, _)| t)
            .collect();
        let times = all().map(|(t, at)| at.map_or(t.clone(), |number| number.to_string()));
        let times: Vec<String> = times.collect();
        let space = Space::plain(self.open.context());
        self.open.apply_range(&space.images(&open, &times)?)
    }

    /// The instances.
    pub(crate) fn instances(&self) -> Result<Set> {
        self.open.domain()
    }

    /// Whether the relation has no pair.
    pub(crate) fn is_empty(&self) -> Result<bool> {
        self.open.is_empty()
    }

    /// Whether every comparison treats both alike.
    pub(crate) fn is_like(&self, other: &Times) -> bool {
        self.marks == other.marks && self.fixed == other.fixed
    }

    /// Adds times for which [`Times::is_like`] holds.
    pub(crate) fn add(&mut self, other: &Times) -> Result<()> {
        self.open = self.open.union(&other.open)?;
        self.rows = OnceCell::new();
        Ok(())
    }

    /// Fewer, larger pieces; same times.
    pub(crate) fn coalesce(&mut self) -> Result<()> {
        if self.open.piece_count()? > 1 {
            self.open = self.open.coalesce()?;
            self.rows = OnceCell::new();
        }
        Ok(())
    }

    /// How many leading coordinates `self` and `other` certainly share for each `v`, up to the
    /// first marked one: these an order compares as time does.
    pub(crate) fn shared(&self, other: &Times, context: &Set) -> Result<usize> {
        let is_plain = |d: &usize| !self.marks.has(*d) && !other.marks.has(*d);
        let mut own = self.rows(context)?.shown_outputs()?.into_iter();
        let mut others = other.rows(context)?.shown_outputs()?.into_iter();
        let mut is_shared = |d: &usize| match (self.fixed[*d], other.fixed[*d]) {
            (None, None) => {
                let (a, b) = (own.next().flatten(), others.next().flatten());
                a.is_some() && a == b
            }
            (a, b) => a == b,
        };
        let dims = 0..self.fixed.len();
        Ok(dims
            .take_while(is_plain)
            .take_while(|d| is_shared(d))
            .count())
    }

    /// The relation to the open coordinates, as rows.
    pub(crate) fn rows(&self, context: &Set) -> Result<&Rows> {
        if let Some(rows) = self.rows.get() {
            return Ok(rows);
        }
        let rows = Rows::of(&self.open, context)?;
        Ok(self.rows.get_or_init(|| rows))
    }

    /// Adds these times of the instance `v` to a join; returns all their coordinates.
    pub(crate) fn join(&self, join: &mut Join, v: &[Term], context: &Set) -> Result<Vec<Term>> {
        self.join_rows(self.rows(context)?, join, v)
    }

    /// The same for a join in which `v` is already known to have times.
    pub(crate) fn join_known(
        &self,
        join: &mut Join,
        v: &[Term],
        context: &Set,
    ) -> Result<Vec<Term>> {
        let rows = self.rows(context)?;
        self.join_rows(rows.as_function()?.as_ref().unwrap_or(rows), join, v)
    }

    fn join_rows(&self, rows: &Rows, join: &mut Join, v: &[Term]) -> Result<Vec<Term>> {
        let open = join.more(self.fixed.iter().filter(|t| t.is_none()).count());
        join.and(rows, v, &open)?;
        let mut open = open.into_iter();
        let number = |t: &Option<i64>| t.map(Term::Number);
        let terms = self.fixed.iter().map(|t| number(t).or_else(|| open.next()));
        Ok(terms.flatten().collect())
    }
}
