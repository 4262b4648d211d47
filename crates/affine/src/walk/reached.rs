//! Memory that a statement reaches as a whole, and memory whose address others may know.

use crate::draft::{ArrayKey, DraftAccess, Element, Origin, Term};
use crate::eval::type_name;
use crate::state::{State, Walker};
use crate::stop::{Result, Stop};
use crate::survey::{Mentions, Opaque, Stores};
use crate::values::{Pointer, Root, Site, Target};
use source::Span;
use std::collections::BTreeSet;

/// The arrays that a statement touches, each with a name that another program has, too.
#[derive(Debug, Default)]
pub(super) struct Touched {
    found: Vec<(String, usize)>,
    /// The memory that it reaches.
    pub(super) roots: BTreeSet<Root>,
    /// It touches all memory that others know.
    pub(super) is_all: bool,
    /// The statement may store in what is added.
    pub(super) is_written: bool,
    /// The members of structures that it stores then.
    pub(super) members: Stores,
    /// The members of structures that it touches.
    pub(super) mentions: Mentions,
    /// The structures whose members are added.
    pub(super) open: Vec<Root>,
    /// The values of members that it may read.
    values: Vec<(String, Term)>,
}

impl Touched {
    /// Adds an array that may have been added under another name.
    pub(super) fn add(&mut self, array: usize, key: String) {
        if !self.found.iter().any(|(_, known)| *known == array) {
            self.found.push((key, array));
        }
    }

    /// Nothing yet, for a statement with this text.
    pub(super) fn by(text: &Opaque) -> Self {
        Touched {
            members: text.members.clone(),
            mentions: text.mentions.clone(),
            ..Touched::default()
        }
    }

    /// Adds the value of a member.
    pub(super) fn add_value(&mut self, key: String, value: Term) {
        self.values.push((key, value));
    }

    pub(super) fn len(&self) -> usize {
        self.found.len()
    }

    pub(super) fn arrays(&self) -> impl Iterator<Item = usize> {
        self.found.iter().map(|(_, array)| *array)
    }

    pub(super) fn keys(&self) -> impl Iterator<Item = (&str, usize)> {
        self.found.iter().map(|(key, array)| (key.as_str(), *array))
    }

    /// The name of an array.
    pub(super) fn key(&self, array: usize) -> Option<&str> {
        let mut found = self.found.iter();
        found
            .find(|(_, known)| *known == array)
            .map(|(key, _)| key.as_str())
    }

    /// The contents of all of them as operands of the present statement.
    pub(super) fn operands(&self, walker: &mut Walker<'_>) -> Vec<Term> {
        let of = |(key, array): &(String, usize)| {
            walker.accesses.push(DraftAccess {
                is_of_others: self.is_all,
                ..walker.access(*array, Element::At(Vec::new()))
            });
            let all = Term::ReadAll(walker.accesses.len() - 1);
            Term::apply(format!("contents of {key}"), vec![all])
        };
        let value = |(key, term): &(String, Term)| {
            Term::apply(format!("value of {key}"), vec![term.clone()])
        };
        { self.found.iter().map(of) }
            .chain(self.values.iter().map(value))
            .collect()
    }
}

impl Walker<'_> {
    /// The contents of the memory that others know.
    pub(crate) fn contents_of_others(&mut self) -> Result<Vec<Term>> {
        let mut touched = Touched::default();
        self.touch_others(&mut touched)?;
        Ok(touched.operands(self))
    }

    pub(super) fn site(&self, root: Root) -> Option<Site> {
        match root {
            Root::Object(id) => Some(Site::Object(id)),
            Root::Heap(at) => Some(Site::Call(self.heaps[at].at)),
            _ => None,
        }
    }

    /// Others may know the address of memory from here on. In a loop, they knew it before.
    pub(super) fn escape(&mut self, root: Root) -> Result<()> {
        let Some(site) = self.site(root) else {
            return Ok(());
        };
        if let Root::Object(id) = root
            && self.tracked.elements(id).is_some()
            && self.dry == 0
        {
            self.hold(id);
        }
        if let (Root::Heap(at), 0) = (root, self.dry) {
            if self.heaps[at].is_unused {
                return Err(Stop::Fresh(site));
            }
            if !self.returns {
                self.release_structure(at)?;
                self.release_table(root)?;
            }
            self.given.entry(root).or_default();
        }
        self.state.escaped.insert(site);
        if let (Some(outermost), 0) = (self.open_loops.first(), self.dry) {
            self.escapes.insert((*outermost, site));
        }
        Ok(())
    }

    /// Allocated memory that others know at the end is an output.
    pub(super) fn share_given(&mut self) -> Result<()> {
        let mut found = Vec::new();
        for (array, draft) in self.arrays.iter() {
            if let ArrayKey::Part(root @ Root::Heap(at), members) = &draft.key
                && self.given.contains_key(root)
                && !self.heaps[*at].are_rows_freed
                && !self.is_freed(*at)?
            {
                let name = self.root_name(*root);
                let key = format!("{name} {members:?} ({})", type_name(&draft.ty));
                found.push((array, key));
            }
        }
        for (array, key) in found {
            self.arrays.get_mut(array).origin = Origin::Shared(key, true, true);
        }
        Ok(())
    }

    /// Whether an allocation no longer exists at the end.
    fn is_freed(&self, at: usize) -> Result<bool> {
        let returns = self.activations.first().map(|a| a.returns.iter());
        let returned = returns.into_iter().flatten().map(|r| &r.state);
        let ends = returned.chain([&self.state]).filter(|s| !s.is_dead);
        for State { freed, domain, .. } in ends {
            let heap = &self.heaps[at];
            let exists = heap.on.intersect(&domain.lifted(heap.dims)?)?;
            if !freed.covers(Root::Heap(at), &exists)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// All memory that a statement reaches.
    pub(super) fn escape_all(&mut self, touched: &Touched) -> Result<()> {
        touched.roots.iter().try_for_each(|root| self.escape(*root))
    }

    pub(crate) fn has_escaped(&self, root: Root) -> bool {
        self.site(root)
            .is_some_and(|site| self.state.escaped.contains(&site))
    }

    /// Before a loop, the address of memory is known that escapes in it.
    pub(super) fn escape_in(&mut self, l: Span) {
        let inside = self.found.escapes.iter().filter(|(at, _)| *at == l);
        self.state.escaped.extend(inside.map(|(_, site)| *site));
    }

    /// A name of memory that another program has, too.
    pub(super) fn root_name(&self, root: Root) -> String {
        let Root::Heap(at) = root else {
            return self.object_name(root);
        };
        if let Some(Some(name)) = self.given.get(&root) {
            return name.clone();
        }
        let name = |at: usize| {
            let holder = self.heaps[at].holder.filter(|holder| *holder < at);
            let named = &self.heaps[holder.unwrap_or(at)];
            named.name.as_ref().map(|(name, _)| name)
        };
        let before = (0..at).filter(|other| name(*other) == name(at)).count();
        let name = name(at).map_or("heap", String::as_str);
        format!("allocated {name} {before}")
    }

    /// An address as a value. Others may know it afterwards.
    pub(crate) fn address_term(&mut self, pointer: &Pointer) -> Result<Term> {
        let mut all = Vec::new();
        for (set, target) in pointer {
            let term = match target.root {
                Root::Null => Term::constant("null"),
                root @ Root::Text(_) => self.place_term(self.root_name(root), target)?,
                Root::Start(_) => Term::constant("address"),
                root => {
                    let members = self.members_on(target)?;
                    let name = format!("{} {members}", self.root_name(root));
                    self.place_term(name, target)?
                }
            };
            all.push((set.clone(), term));
        }
        let Some((_, mut term)) = all.pop() else {
            return self.unknown("a pointer without a target");
        };
        for (when, then) in all {
            term = Term::Choose {
                when,
                then: Box::new(then),
                other: Box::new(term),
            };
        }
        Ok(term)
    }

    /// The address of a place in memory with a name.
    pub(super) fn place_term(&mut self, name: String, target: &Target) -> Result<Term> {
        let mut operands = vec![Term::constant(name)];
        for index in target.indices() {
            let index = index.lifted_to(self.dims)?;
            match self.affine(&index)? {
                Some(index) => operands.push(Term::integer(index)),
                None => operands.extend(Term::products(&index)),
            }
        }
        Ok(Term::apply("address", operands))
    }

    /// The same for an address that is stored, or given away.
    pub(crate) fn escaping_term(&mut self, pointer: &Pointer) -> Result<Term> {
        for (_, target) in pointer {
            self.escape(target.root)?;
        }
        self.address_term(pointer)
    }
}
