//! Edits of a macro's body or of an argument: one text for all tokens that its bytes spell.
//!
//! **Invariant:** such an edit is made only if all uses of the bytes in the unit ask for it, and no
//! line that `#if` leaves out, no `#` or `##` and no dropped argument uses them.

use crate::text::edits::{Edit, Edits};
use crate::text::span::Span;
use crate::tokens::operand::is_operand;
use crate::twin::site_tokens::{CarryBack, SiteTokens, TokenPiece};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

/// An edit that serves several sites.
pub(super) struct Shared {
    pub(super) edit: Edit,
    sites: Vec<usize>,
    /// The index of their uniform text that it is, if it is one.
    uniform: Option<usize>,
}

#[derive(Default)]
struct Groups {
    /// Sites by the bytes of their first token.
    shared: BTreeMap<Span, Vec<usize>>,
    /// Changed sites whose first token has no bytes of its own.
    unspelled: Vec<usize>,
    /// All tokens that these bytes spell.
    users: HashMap<Span, Vec<usize>>,
}

impl CarryBack<'_> {
    /// Finds shared edits for all sites that are not written out; sites without one are written
    /// out.
    pub(super) fn shared_edits(&mut self) -> Result<Vec<Shared>, Span> {
        loop {
            let groups = self.groups();
            let mut shared = Vec::new();
            let mut alone = groups.unspelled;
            for (key, members) in groups.shared {
                if members.iter().all(|k| self.sites[*k].change.is_none()) {
                    continue;
                }
                match self.shared(key, &members, &groups.users) {
                    Some(edit) => shared.push(edit),
                    None => alone.extend(members),
                }
            }
            if alone.is_empty() {
                return Ok(shared);
            }
            for site in alone {
                if !self.narrow_to_argument(site) {
                    self.write_out(site)?;
                }
            }
        }
    }

    /// Replaces the edit of a site by that of an argument, if it has one that is untried.
    fn narrow_to_argument(&mut self, site: usize) -> bool {
        let SiteTokens {
            part, replacement, ..
        } = &mut self.sites[site];
        let Some((edit, change)) = part.take() else {
            return false;
        };
        let outer = self.twin.replacements[*replacement].from;
        let spelled = self.unit.spelled_span(change.tokens.clone());
        if !spelled.is_some_and(|span| outer.contains(span)) {
            return false;
        }
        let site = &mut self.sites[site];
        site.in_bytes.frame = edit.span;
        site.in_bytes.edit = Some(edit);
        site.frame = change.tokens.clone();
        site.change = Some(change);
        site.uniform.clear();
        true
    }

    /// The sites that are not written out, by the bytes of their first token.
    fn groups(&self) -> Groups {
        let mut groups = Groups::default();
        for (number, site) in self.sites.iter().enumerate() {
            if self.is_written_out(site.frame.start) {
                continue;
            }
            match self.unit.tokens[site.frame.start].spelled() {
                Some(key) => groups.shared.entry(key).or_default().push(number),
                None if site.change.is_some() => groups.unspelled.push(number),
                None => {}
            }
        }
        for (index, token) in self.unit.tokens.iter().enumerate() {
            if let Some(spelled) = token.spelled()
                && groups.shared.contains_key(&spelled)
                && !self.is_written_out(index)
            {
                groups.users.entry(spelled).or_default().push(index);
            }
        }
        groups
    }

    /// The edit that serves all members, if no other token uses these bytes.
    fn shared(
        &self,
        key: Span,
        members: &[usize],
        users: &HashMap<Span, Vec<usize>>,
    ) -> Option<Shared> {
        let frames: BTreeSet<usize> = members.iter().map(|k| self.sites[*k].frame.start).collect();
        let is_used_elsewhere = users.get(&key).is_none_or(|u| u.len() != frames.len());
        if is_used_elsewhere {
            return None;
        }
        let count = members.iter().map(|k| self.sites[*k].uniform.len()).min();
        let shared = |edit: Edit, uniform: Option<usize>| Shared {
            edit,
            sites: members.to_vec(),
            uniform,
        };
        if let Some(edit) = self.same(members, |site| self.spelled_edit(site)) {
            return Some(shared(edit, None));
        }
        (0..count.unwrap_or(0)).find_map(|which| {
            let edit = self.same(members, |site| self.uniform_edit(site, which))?;
            Some(shared(edit, Some(which)))
        })
    }

    fn same(&self, members: &[usize], edit: impl Fn(&SiteTokens) -> Option<Edit>) -> Option<Edit> {
        let mut edits = members.iter().map(|k| edit(&self.sites[*k]));
        let first = edits.next()??;
        edits
            .all(|other| other.as_ref() == Some(&first))
            .then_some(first)
    }

    /// The edits of the twin, with the uniform texts that were chosen.
    pub(super) fn twin_edits(&self, shared: &[Shared]) -> Result<Edits, Span> {
        let of_one = |one: &Shared| {
            let which = one.uniform?;
            Some(
                one.sites
                    .iter()
                    .map(move |k| (*k, which))
                    .collect::<Vec<_>>(),
            )
        };
        let uniform: HashMap<usize, usize> = shared.iter().filter_map(of_one).flatten().collect();
        let mut twin = Edits::default();
        for edit in &self.outside {
            twin.insert(edit.clone()).map_err(|_| edit.span)?;
        }
        for (number, site) in self.sites.iter().enumerate() {
            let frame = site.in_bytes.frame;
            let edit = match uniform.get(&number) {
                Some(which) => Some(Edit {
                    span: frame,
                    text: self.instance(site, *which).ok_or(frame)?,
                }),
                None => site.in_bytes.edit.clone(),
            };
            if let Some(edit) = edit {
                twin.insert(edit).map_err(|_| frame)?;
            }
        }
        Ok(twin)
    }

    /// A uniform text as the macro expands it at one site.
    fn instance(&self, site: &SiteTokens, which: usize) -> Option<String> {
        let body = self.body_of(site)?;
        let file = &self.twin.unit.file;
        let written = |range: &Range<usize>| file.slice(self.twin_span(range.clone()));
        let mut text = String::new();
        for part in &site.uniform[which] {
            match part {
                TokenPiece::Text(piece) => text.push_str(piece),
                TokenPiece::Copy(range) => text.push_str(&written(range)),
                TokenPiece::Operand(range) if self.is_operand(range, body)? => {
                    text.push_str(&written(range));
                }
                TokenPiece::Operand(range) => text.push_str(&format!("({})", written(range))),
            }
        }
        Some(text)
    }

    /// The edit if all tokens of the frame are consecutive in the user's file.
    fn spelled_edit(&self, site: &SiteTokens) -> Option<Edit> {
        let whole = self.unit.spelled_span(site.frame.clone())?;
        let change = site.change.as_ref()?;
        let is_body = self.unit.uses.body_around(whole).is_some();
        if !self.may_edit(whole, site.replacement) || (is_body && change.text.contains('\n')) {
            return None;
        }
        let span = match change.tokens.is_empty() {
            true => Span::at(
                self.unit
                    .spelled_span(change.tokens.start..change.tokens.start + 1)?
                    .start,
            ),
            false => self.unit.spelled_span(change.tokens.clone())?,
        };
        Some(self.without_blanks(span, change.text.clone()))
    }

    /// The edit of the macro's body that contains the start and the end of the frame.
    fn uniform_edit(&self, site: &SiteTokens, which: usize) -> Option<Edit> {
        let tokens = &self.unit.tokens;
        let first = tokens.get(site.frame.start)?.spelled()?;
        let last = tokens.get(site.frame.end.checked_sub(1)?)?.spelled()?;
        let body = self.body_of(site)?;
        let whole = first.to(last);
        if !body.contains(last) || last.end < first.end || !self.may_edit(whole, site.replacement) {
            return None;
        }
        let mut text = String::new();
        for part in &site.uniform[which] {
            match part {
                TokenPiece::Text(piece) => text.push_str(piece),
                TokenPiece::Copy(range) => text.push_str(self.body_text(range, body)?),
                TokenPiece::Operand(range) => text.push_str(&self.operand(range, body)?),
            }
        }
        Some(self.without_blanks(whole, text))
    }

    /// The macro's body that contains the start of the frame.
    pub(super) fn body_of(&self, site: &SiteTokens) -> Option<Span> {
        let first = self.unit.tokens.get(site.frame.start)?.spelled()?;
        self.unit.uses.body_around(first).map(|body| body.span)
    }

    /// The text in a macro's body of some tokens of its expansion.
    fn body_text(&self, range: &Range<usize>, body: Span) -> Option<&str> {
        let own = |index: usize| {
            let spelled = self.unit.tokens.get(index)?.spelled()?;
            body.contains(spelled).then_some(spelled)
        };
        let start = match own(range.start) {
            Some(first) => first.start,
            None => own(range.start.checked_sub(1)?)?.end,
        };
        let end = match own(range.end.checked_sub(1)?) {
            Some(last) => last.end,
            None => own(range.end)?.start,
        };
        let text = self.unit.file.text().get(start as usize..end as usize)?;
        let blank = |c: char| c.is_whitespace() || c == '\\';
        Some(text.trim_matches(blank)).filter(|text| !text.is_empty())
    }

    /// That text as one operand.
    fn operand(&self, range: &Range<usize>, body: Span) -> Option<String> {
        let text = self.body_text(range, body)?;
        Some(match self.is_operand(range, body)? {
            true => text.to_string(),
            false => format!("({text})"),
        })
    }

    /// Whether that text is one operand for any arguments.
    fn is_operand(&self, range: &Range<usize>, body: Span) -> Option<bool> {
        let text = self.body_text(range, body)?;
        let token = self.unit.tokens.get(range.start)?;
        let is_itself = range.len() == 1 && token.spelled().is_some_and(|own| body.contains(own));
        Some(is_operand(text) && (is_itself || text.starts_with('(')))
    }

    /// The edit; if it deletes, with the blanks before the span.
    fn without_blanks(&self, span: Span, text: String) -> Edit {
        let blanks = match text.is_empty() {
            true => self.unit.file.blanks_before(span.start),
            false => 0,
        };
        let start = span.start - blanks;
        Edit {
            span: Span::new(start, span.end),
            text,
        }
    }

    /// Whether bytes may be edited: in the invocation itself, or in the body of a macro that no
    /// line left out by `#if` names.
    fn may_edit(&self, span: Span, replacement: usize) -> bool {
        let may = match self.unit.uses.body_around(span) {
            Some(body) => !self.unit.skipped.contains_key(&*body.name),
            None => self.twin.replacements[replacement].from.contains(span),
        };
        may && !self.unit.uses.is_consumed(span)
    }
}
