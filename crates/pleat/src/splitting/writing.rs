//! The uses of a part of an array as uses of an array of its own.

use super::place::{Meets, Place};
use front::Reference;
use fuse::Cut;
use source::{Edit, Edits, Span};

impl<'p> Place<'p> {
    /// The loop that decides whether a use concerns the part.
    pub(super) fn cut(&self, reference: &Reference) -> Option<Cut<'p>> {
        let subscript = reference.subscripts.get(self.face.dim)?.expr.as_ref()?;
        self.loops
            .deciding(reference.name_span, subscript, &self.face.at)
    }

    /// The text of an element of the part, where the use has the one of the array.
    fn element(&self, reference: &Reference, name: &str) -> String {
        let subscripts = self.brackets(reference, None);
        format!("{name}{subscripts}")
    }

    /// The subscripts of a use, with another text for that of the part, or without it.
    fn brackets(&self, reference: &Reference, own: Option<&str>) -> String {
        let file = &self.text.version.program().unit().file;
        let all = reference.subscripts.iter().enumerate();
        let text = all.map(|(k, subscript)| match (k == self.face.dim, own) {
            (true, Some(own)) => format!("[{own}]"),
            (true, None) => String::new(),
            (false, _) => file.slice(subscript.brackets).into_owned(),
        });
        text.collect()
    }
}

/// The edits that copy what is written into the part, and read the copy. `None` if it is not known
/// when the part is written, or nothing reads it alone.
pub(super) fn copied(place: &Place<'_>, name: &str) -> Option<Edits> {
    let mut edits = Edits::default();
    let (mut is_read, mut loops) = (false, Vec::new());
    for reference in &place.candidate.references {
        if place.writes(reference) && place.meets(reference)? == Meets::Sometimes {
            loops.push(place.cut(reference)?.span());
        }
    }
    for reference in &place.candidate.references {
        let meets = place.meets(reference)?;
        // In the loop the values are not copied yet.
        if !place.writes(reference) && loops.iter().any(|l| l.contains(reference.whole)) {
            continue;
        }
        match (place.writes(reference), meets) {
            (_, Meets::Never) | (false, Meets::Sometimes) => {}
            (true, Meets::Always) => {
                let text = format!("{} = ", place.element(reference, name));
                let span = assigned(place, reference)?;
                edits.insert(Edit { span, text }).ok()?;
            }
            (true, Meets::Sometimes) => {
                edits.merge(copied_after(place, reference, name)?).ok()?;
            }
            (false, Meets::Always) => {
                is_read = true;
                replace(place, reference, name, &mut edits)?;
            }
        }
    }
    is_read.then_some(edits)
}

/// The edits that copy an element after the loop that writes it.
fn copied_after(place: &Place<'_>, reference: &Reference, name: &str) -> Option<Edits> {
    assigned(place, reference)?;
    let cut = place.cut(reference)?;
    let at = place.face.at.to_string();
    let array = &place.candidate.spelling;
    let text = |renamed: &dyn Fn(&str) -> String| {
        let own = renamed(&place.brackets(reference, None));
        let all = renamed(&place.brackets(reference, Some(&at)));
        format!("{name}{own} = {array}{all};")
    };
    place
        .loops
        .after(&cut, &|expr| place.is_positive(expr), &text)
}

/// The start of the left side of an assignment.
fn assigned(place: &Place<'_>, reference: &Reference) -> Option<Span> {
    let file = &place.text.version.program().unit().file;
    let rest = file.bytes.get(reference.whole.end as usize..)?;
    let rest = rest.trim_ascii_start();
    let operators: [&[u8]; 11] = [
        b"=", b"+=", b"-=", b"*=", b"/=", b"%=", b"&=", b"|=", b"^=", b"<<=", b">>=",
    ];
    let is_assigned = operators.iter().any(|o| rest.starts_with(o)) && !rest.starts_with(b"==");
    let before = file.bytes[..reference.whole.start as usize].trim_ascii_end();
    // `*p[i] = 0` assigns another object.
    let is_alone = before.last().is_some_and(|b| {
        matches!(
            b,
            b';' | b'{' | b'}' | b')' | b'(' | b'=' | b',' | b':' | b'/'
        )
    }) || before.ends_with(b"else");
    (is_assigned && is_alone).then(|| Span::at(reference.whole.start))
}

fn replace(place: &Place<'_>, reference: &Reference, name: &str, edits: &mut Edits) -> Option<()> {
    let text = place.element(reference, name);
    let span = reference.whole;
    edits.insert(Edit { span, text }).ok()
}

/// The edits that make the part an array of its own: a use that concerns it only sometimes has a
/// test. `None` if such a use writes.
pub(super) fn moved(place: &Place<'_>, name: &str) -> Option<Edits> {
    let mut edits = Edits::default();
    for reference in &place.candidate.references {
        match place.meets(reference)? {
            Meets::Never => {}
            Meets::Always => replace(place, reference, name, &mut edits)?,
            Meets::Sometimes if place.writes(reference) => return None,
            Meets::Sometimes => {
                let file = &place.text.version.program().unit().file;
                let subscript = reference.subscripts.get(place.face.dim)?;
                let subscript = file.slice(subscript.expr_span);
                let (at, old) = (&place.face.at, file.slice(reference.whole));
                let own = place.element(reference, name);
                let text = format!("({subscript} == {at} ? {own} : {old})");
                let span = reference.whole;
                edits.insert(Edit { span, text }).ok()?;
            }
        }
    }
    (!edits.is_empty()).then_some(edits)
}
