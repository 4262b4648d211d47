//! Members of local structures as objects: in the text of a statement that is not understood,
//! `t.px` is what `t_px` is in the text of another program.

use super::lists::with_lists_apart;
use super::tables::with_tables_apart;
use super::tracked::{followed_record, is_followed, is_own};
use crate::fixed::Fixed;
use program::{Lifetime, Object, ObjectId, Program};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// The objects that stand for members, by structure and number of the member.
pub(crate) type MemberObjects = BTreeMap<(ObjectId, usize), ObjectId>;

/// A program with objects for parts of others, as those are written in the text of another program.
pub(crate) struct Apart<'p> {
    /// It is copied if it has any.
    pub(crate) program: Cow<'p, Program>,
    /// Further objects, which no statement names, for the members of local structures that are
    /// followed.
    pub(crate) members: MemberObjects,
    /// The macros that are taken at their values for this.
    pub(crate) fixed_macros: BTreeSet<String>,
}

/// A program with small arrays of structures and tables of pointers apart, and with objects for the
/// members of its structures.
pub(crate) fn with_members_apart<'p>(program: &'p Program, fixed: &Fixed) -> Apart<'p> {
    let apart = with_lists_apart(program).map(Cow::Owned);
    let program = apart.unwrap_or(Cow::Borrowed(program));
    let (mut program, fixed_macros) = match with_tables_apart(&program, fixed) {
        Some((apart, fixed_macros)) => (Cow::Owned(apart), fixed_macros),
        None => (program, BTreeSet::new()),
    };
    let (mut added, mut members) = (Vec::new(), MemberObjects::new());
    for object in program.objects.iter().filter(|o| is_own(o)) {
        let Some(record) = followed_record(&object.ty) else {
            continue;
        };
        let all = record.members.iter().enumerate();
        for (at, member) in all.filter(|(_, member)| is_followed(&member.ty)) {
            // There are fewer objects than bytes of the text.
            let id = ObjectId((program.objects.len() + added.len()) as u32);
            members.insert((object.id, at), id);
            added.push(Object {
                id,
                name: String::new(),
                ty: member.ty.clone(),
                lifetime: Lifetime::Automatic,
                is_restrict: false,
                ..object.clone()
            });
        }
    }
    if !added.is_empty() {
        program.to_mut().objects.extend(added);
    }
    Apart {
        program,
        members,
        fixed_macros,
    }
}
