//! Members of local structures as objects: in the text of a statement that is not understood,
//! `t.px` is what `t_px` is in the text of another program.

use super::tracked::{followed_record, is_followed, is_own};
use program::{Lifetime, Object, ObjectId, Program};
use std::collections::BTreeMap;

/// The objects that stand for members, by structure and number of the member.
pub(crate) type MemberObjects = BTreeMap<(ObjectId, usize), ObjectId>;

/// A program with further objects, which no statement names, for the members of its local
/// structures that are followed; `None` if there are none.
pub(crate) fn with_member_objects(program: &Program) -> Option<(Program, MemberObjects)> {
    let (mut added, mut members) = (Vec::new(), MemberObjects::new());
    for object in program.objects.iter().filter(|o| is_own(o)) {
        let Some(record) = followed_record(&object.ty) else {
            continue;
        };
        let all = record.members.iter().enumerate();
        for (at, member) in all.filter(|(_, member)| is_followed(&member.ty)) {
            let id = u32::try_from(program.objects.len() + added.len()).ok()?;
            members.insert((object.id, at), ObjectId(id));
            added.push(Object {
                id: ObjectId(id),
                name: String::new(),
                ty: member.ty.clone(),
                lifetime: Lifetime::Automatic,
                is_restrict: false,
                ..object.clone()
            });
        }
    }
    (!added.is_empty()).then(|| {
        let mut program = program.clone();
        program.objects.extend(added);
        (program, members)
    })
}
