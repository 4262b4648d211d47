//! What is around the bodies of functions in two files: linkage, attributes, pragmas. A proof about
//! bodies holds for the functions only if these are the same, or differ without an effect.
//!
//! * What an optimiser may ignore (`hot`, `noinline`, `#pragma unroll`) may differ.
//! * A promise (`pure`, `noreturn`) may go. One that comes is not proved here.
//! * What changes the code of a function (`optimize`, `#pragma STDC FP_CONTRACT`), who calls it
//!   (`constructor`), or where an object is must be the same.

mod claims;
mod interface;
mod reader;

pub(super) use interface::same_interface;

use super::verdict::{Reason, Side};
use claims::Claims;
use front::Program;
use reader::{FileHeads, Head, Linkage};
use source::Span;
use std::collections::BTreeSet;

/// The heads of the functions of two files.
pub(super) struct Heads<'h> {
    before: FileHeads<'h>,
    after: FileHeads<'h>,
}

impl<'h> Heads<'h> {
    pub(super) fn of(before: &'h Program<'h>, after: &'h Program<'h>) -> Self {
        Heads {
            before: FileHeads::of(before),
            after: FileHeads::of(after),
        }
    }

    /// Why a function of both files is not the same whatever its body is.
    pub(super) fn objection(&self, name: &str) -> Option<Reason> {
        let (old, new) = (self.before.head(name)?, self.after.head(name)?);
        let message = linkage(old.linkage(), new.linkage())
            .or_else(|| Some(format!("it {}", old.claims().change_to(new.claims())?)))
            .or_else(|| translation(old, new))
            .or_else(|| self.objects_of(&old.objects & &new.objects))
            .or_else(|| self.others_of(&old.others | &new.others))
            .or_else(|| self.start_of(name));
        message.map(|message| self.reason(message, name))
    }

    /// The same for a function together with all functions that it calls: code may have moved from
    /// one to another.
    pub(super) fn objection_to_whole(&self, name: &str) -> Option<Reason> {
        if let Some(reason) = self.objection(name) {
            return Some(reason);
        }
        let own = self.after.head(name)?;
        let (old, new) = (self.before.reached(name), self.after.reached(name));
        let helpers: BTreeSet<&str> = &old | &new;
        let helpers = helpers.into_iter().filter(|helper| *helper != name);
        let message = helpers
            .filter_map(|helper| self.helper(own, name, helper))
            .next();
        let objects = || {
            let objects = &self.before.objects_of(&old) & &self.after.objects_of(&new);
            self.objects_of(objects)
        };
        message
            .or_else(objects)
            .map(|message| self.reason(message, name))
    }

    /// The objects at file scope that a function needs in both files, together with all functions
    /// that it calls.
    pub(super) fn objects(&self, name: &str) -> BTreeSet<String> {
        let of = |file: &FileHeads<'_>| file.objects_of(&file.reached(name));
        &of(&self.before) | &of(&self.after)
    }

    /// The functions that are executed before `main` and share objects with a function.
    pub(super) fn starters(&self, name: &str) -> Vec<&str> {
        let all = self.before.starters().chain(self.after.starters());
        let mut all: Vec<&str> = all.filter(|starter| *starter != name).collect();
        if !all.is_empty() {
            let own = self.objects(name);
            all.retain(|starter| !self.objects(starter).is_disjoint(&own));
        }
        all
    }

    /// What a function that another one calls may add to it.
    fn helper(&self, own: &Head, name: &str, helper: &str) -> Option<String> {
        let none = Claims::default();
        let heads = [self.before.head(helper), self.after.head(helper)];
        for head in heads.into_iter().flatten() {
            if let Some(more) = head.translation().difference(own.translation()) {
                return Some(format!("`{helper}` and `{name}` differ in {more}"));
            }
            if let Some(text) = head.claims().replacing() {
                return Some(format!(
                    "another body of `{helper}` may be executed: {text}"
                ));
            }
        }
        let [old, new] = heads;
        let claims = old.map_or(&none, Head::claims);
        let promise = new.and_then(|new| claims.new_promise(new.claims()));
        let is_other_body = old
            .zip(new)
            .is_some_and(|(old, new)| old.promised != new.promised);
        let about_body = new
            .and_then(|new| new.claims().about_body())
            .filter(|_| is_other_body);
        let about_body = about_body.map(|text| format!("`{helper}` has {text} and another body"));
        let others = || {
            let named = [old, new]
                .into_iter()
                .flatten()
                .flat_map(|head| &head.others);
            self.others_of(named.cloned().collect())
        };
        let promise = promise.map(|promise| format!("`{helper}` {promise}"));
        promise.or(about_body).or_else(others)
    }

    /// How objects differ beside their types and contents.
    fn objects_of(&self, names: BTreeSet<String>) -> Option<String> {
        names.iter().find_map(|name| {
            let (old, new) = (self.before.object(name), self.after.object(name));
            let change = old.change_to(&new)?;
            Some(format!("`{name}` {change}"))
        })
    }

    /// How declarations of functions of other files differ.
    fn others_of(&self, names: BTreeSet<String>) -> Option<String> {
        names.iter().find_map(|name| {
            let (old, new) = (self.before.other(name), self.after.other(name));
            Some(format!("`{name}` {}", old.change_to(&new)?))
        })
    }

    /// The change of a function before `main` that a function may see.
    fn start_of(&self, name: &str) -> Option<String> {
        let is_other = |starter: &str| {
            let heads = (self.before.head(starter), self.after.head(starter));
            match heads {
                (Some(old), Some(new)) => old.claims().change_to(new.claims()).is_some(),
                _ => true,
            }
        };
        let starter = self
            .starters(name)
            .into_iter()
            .find(|starter| is_other(starter))?;
        Some(format!(
            "only one version executes `{starter}` before `main`, and both use an object"
        ))
    }

    fn reason(&self, message: String, name: &str) -> Reason {
        let place = |file: &FileHeads<'_>| -> Option<Span> { file.place(name) };
        let reason = Reason::new(message).at(Side::Before, place(&self.before), "here");
        reason.at(Side::After, place(&self.after), "and here")
    }
}

/// How the callers of a function may differ.
fn linkage(old: &Linkage, new: &Linkage) -> Option<String> {
    match (old, new) {
        (Linkage::Static, Linkage::Static | Linkage::Extern) => None,
        (_, Linkage::Static) => Some("the second file makes it `static`".to_string()),
        (old, new) if old == new => None,
        _ => Some("it is `inline` in another way".to_string()),
    }
}

/// How the code of a function is compiled in another way.
fn translation(old: &Head, new: &Head) -> Option<String> {
    let (old, new) = (old.translation(), new.translation());
    match (old.beyond(new), new.beyond(old)) {
        (Some(more), _) => Some(format!("only the first version is under {more}")),
        (_, Some(more)) => Some(format!("only the second version is under {more}")),
        _ => old
            .difference(new)
            .map(|more| format!("the versions differ in {more}")),
    }
}
