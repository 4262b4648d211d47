//! Carries edits of a written-out text back into the user's file: into a macro's body or an
//! argument where all that comes out of these bytes is edited alike, else the smallest invocation
//! that holds them is written out.

use crate::breaks::breaks;
use crate::edits::{Edit, Edits};
use crate::lexer::TokenKind;
use crate::print::{Change, is_operand, print};
use crate::span::Span;
use crate::unfold::{Stretch, Unfolded, has_alternative};
use crate::unit::Unit;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

/// Something in the written-out text that is edited as a whole, or deliberately not.
#[derive(Clone, Debug)]
pub struct Site {
    /// From its first to its last byte.
    pub frame: Span,
    /// Its edit, inside of the frame.
    pub edit: Option<Edit>,
    /// Other texts for the whole frame, made of pieces of it, that several sites may have in
    /// common: the first one that they do is taken.
    pub uniform: Vec<Vec<Piece>>,
}

/// A piece of a text that is made of other text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    /// As it is.
    Text(String),
    /// What stands at this place.
    Copy(Span),
    /// What stands at this place, in parentheses unless it is one operand.
    Operand(Span),
}

/// How far edits may go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Depth {
    /// Into bodies and arguments of macros.
    Shared,
    /// Invocations with edits are written out, with those in their arguments.
    WrittenOut,
}

/// Edits that make the same program of both texts.
#[derive(Clone, Debug, Default)]
pub struct Refolded {
    /// Of the user's file.
    pub users: Edits,
    /// Of the written-out text.
    pub twin: Edits,
}

impl Refolded {
    /// Of a text that is its own twin.
    pub fn same(edits: Edits) -> Refolded {
        Refolded {
            users: edits.clone(),
            twin: edits,
        }
    }
}

impl Unfolded {
    /// The edits of the user's file that make the same of it as `edits` make of the written-out
    /// text, but for texts that sites have in common. What no `site` holds is a site of its own.
    ///
    /// # Errors
    /// The place in the written-out text of what can be edited nowhere.
    pub fn refold(&self, edits: &Edits, sites: &[Site], depth: Depth) -> Result<Refolded, Span> {
        let mut refolding = Refolding::new(self, edits, sites, depth)?;
        if depth == Depth::WrittenOut {
            refolding.write_out_all()?;
        }
        let shared = refolding.settle()?;
        let bodies = shared.iter().map(|s| s.edit.clone());
        let all = refolding.direct.iter().cloned().chain(bodies);
        let mut users = Edits::default();
        for edit in all.chain(refolding.written_out()) {
            let span = edit.span;
            users.insert(edit).map_err(|_| span)?;
        }
        Ok(Refolded {
            users,
            twin: refolding.twin(edits, &shared)?,
        })
    }
}

/// An edit that serves several places.
struct Shared {
    edit: Edit,
    places: Vec<usize>,
    /// Which of their uniform texts it is, if it is one.
    uniform: Option<usize>,
}

/// A site by its tokens.
struct Place {
    site: Site,
    stretch: usize,
    frame: Range<usize>,
    change: Option<Change>,
    uniform: Vec<Vec<Part>>,
}

/// A piece by its tokens.
enum Part {
    Text(String),
    Copy(Range<usize>),
    Operand(Range<usize>),
}

struct Refolding<'a> {
    unfolded: &'a Unfolded,
    unit: &'a Unit,
    depth: Depth,
    /// Edits outside of the stretches, in the user's file.
    direct: Vec<Edit>,
    places: Vec<Place>,
    /// Invocations to be written out, with their stretches.
    out: BTreeMap<Span, usize>,
}

impl<'a> Refolding<'a> {
    fn new(
        unfolded: &'a Unfolded,
        edits: &Edits,
        sites: &[Site],
        depth: Depth,
    ) -> Result<Self, Span> {
        let mut this = Refolding {
            unfolded,
            unit: &unfolded.original,
            depth,
            direct: Vec::new(),
            places: Vec::new(),
            out: BTreeMap::new(),
        };
        let mut own = BTreeSet::new();
        for site in sites {
            own.extend(site.edit.iter().map(|e| e.span));
            if let Some(place) = this.place(site)? {
                this.places.push(place);
            }
        }
        for edit in edits.iter().filter(|e| !own.contains(&e.span)) {
            let alone = Site {
                frame: edit.span,
                edit: Some(edit.clone()),
                uniform: Vec::new(),
            };
            if let Some(place) = this.place(&alone)? {
                this.places.push(place);
            }
        }
        Ok(this)
    }

    /// The site by its tokens; one that stands in the user's text becomes a direct edit.
    fn place(&mut self, site: &Site) -> Result<Option<Place>, Span> {
        let Some(stretch) = self.unfolded.stretch_at(site.frame) else {
            let direct = site.edit.iter().map(|edit| Edit {
                span: self.unfolded.original_span(edit.span),
                text: edit.text.clone(),
            });
            self.direct.extend(direct);
            return Ok(None);
        };
        if !stretch.to.contains(site.frame) {
            return match site.edit {
                Some(_) => Err(site.frame),
                None => Ok(None),
            };
        }
        let change = site.edit.as_ref().map(|edit| Change {
            tokens: self.tokens(edit.span, stretch),
            text: edit.text.clone(),
        });
        let mut frame = self.tokens(site.frame, stretch);
        if frame.is_empty() {
            frame = (frame.start - 1).max(stretch.tokens.start)..(frame.end + 1).min(stretch.tokens.end);
        }
        let uniform = site.uniform.iter().map(|pieces| self.parts(pieces, stretch));
        let stretches = &self.unfolded.stretches;
        let number = stretches.partition_point(|s| s.to.start < stretch.to.start);
        Ok(Some(Place {
            site: site.clone(),
            stretch: number,
            frame,
            change,
            uniform: uniform.collect(),
        }))
    }

    fn parts(&self, pieces: &[Piece], stretch: &Stretch) -> Vec<Part> {
        let part = |piece: &Piece| match piece {
            Piece::Text(text) => Part::Text(text.clone()),
            Piece::Copy(span) => Part::Copy(self.tokens(*span, stretch)),
            Piece::Operand(span) => Part::Operand(self.tokens(*span, stretch)),
        };
        pieces.iter().map(part).collect()
    }

    /// The tokens of a stretch in a span of the written-out text.
    fn tokens(&self, span: Span, stretch: &Stretch) -> Range<usize> {
        let all = &self.unfolded.unit.tokens[stretch.tokens.clone()];
        let place = |t: &crate::unit::Token| t.spelled().unwrap_or(stretch.to);
        let start = all.partition_point(|t| place(t).start < span.start);
        let end = all.partition_point(|t| place(t).end <= span.end);
        let first = stretch.tokens.start;
        first + start..first + end.max(start)
    }

    /// Finds shared edits for all places that are not written out, writing out more where there are
    /// none.
    fn settle(&mut self) -> Result<Vec<Shared>, Span> {
        loop {
            let groups = self.groups();
            let mut shared = Vec::new();
            let mut alone = groups.unspelled;
            for (key, members) in groups.shared {
                if members.iter().all(|k| self.places[*k].change.is_none()) {
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
            for place in alone {
                self.write_out(place)?;
            }
        }
    }

    fn write_out_all(&mut self) -> Result<(), Span> {
        let changed = |k: &usize| self.places[*k].change.is_some();
        let all: Vec<usize> = (0..self.places.len()).filter(changed).collect();
        all.into_iter().try_for_each(|place| self.write_out(place))
    }

    /// The places that are not written out, by where their first token is spelled.
    fn groups(&self) -> Groups {
        let mut groups = Groups::default();
        for (number, place) in self.places.iter().enumerate() {
            if self.is_out(place.frame.start) {
                continue;
            }
            match self.unit.tokens[place.frame.start].spelled() {
                Some(key) => groups.shared.entry(key).or_default().push(number),
                None if place.change.is_some() => groups.unspelled.push(number),
                None => {}
            }
        }
        for (index, token) in self.unit.tokens.iter().enumerate() {
            if let Some(spelled) = token.spelled()
                && groups.shared.contains_key(&spelled)
                && !self.is_out(index)
            {
                groups.users.entry(spelled).or_default().push(index);
            }
        }
        groups
    }

    /// Whether a token comes out of an invocation that is to be written out.
    fn is_out(&self, token: usize) -> bool {
        let anchor = self.unit.tokens[token].anchor();
        anchor.is_some_and(|anchor| self.out.keys().any(|out| out.contains(anchor)))
    }

    /// The edit that serves all members: all that uses these bytes must be among them.
    fn shared(
        &self,
        key: Span,
        members: &[usize],
        users: &HashMap<Span, Vec<usize>>,
    ) -> Option<Shared> {
        let frames: BTreeSet<usize> = members.iter().map(|k| self.places[*k].frame.start).collect();
        let is_used_elsewhere = users.get(&key).is_none_or(|u| u.len() != frames.len());
        if is_used_elsewhere {
            return None;
        }
        let count = members.iter().map(|k| self.places[*k].uniform.len()).min();
        let shared = |edit: Edit, uniform: Option<usize>| Shared {
            edit,
            places: members.to_vec(),
            uniform,
        };
        if let Some(edit) = self.same(members, |place| self.spelled_edit(place)) {
            return Some(shared(edit, None));
        }
        (0..count.unwrap_or(0)).find_map(|which| {
            let edit = self.same(members, |place| self.uniform_edit(place, which))?;
            Some(shared(edit, Some(which)))
        })
    }

    fn same(&self, members: &[usize], edit: impl Fn(&Place) -> Option<Edit>) -> Option<Edit> {
        let mut edits = members.iter().map(|k| edit(&self.places[*k]));
        let first = edits.next()??;
        edits
            .all(|other| other.as_ref() == Some(&first))
            .then_some(first)
    }

    /// The edits of the written-out text: uniform texts where they were taken.
    fn twin(&self, edits: &Edits, shared: &[Shared]) -> Result<Edits, Span> {
        let mut replaced = BTreeSet::new();
        let mut twin = Edits::default();
        for one in shared {
            let Some(which) = one.uniform else {
                continue;
            };
            for place in one.places.iter().map(|k| &self.places[*k]) {
                replaced.extend(place.site.edit.iter().map(|e| e.span));
                let edit = Edit {
                    span: place.site.frame,
                    text: self.instance(place, which).ok_or(place.site.frame)?,
                };
                twin.insert(edit).map_err(|_| place.site.frame)?;
            }
        }
        for edit in edits.iter().filter(|e| !replaced.contains(&e.span)) {
            twin.insert(edit.clone()).map_err(|_| edit.span)?;
        }
        Ok(twin)
    }

    /// A uniform text as it comes out of the macro at one place.
    fn instance(&self, place: &Place, which: usize) -> Option<String> {
        let body = self.body_of(place)?;
        let file = &self.unfolded.unit.file;
        let written = |range: &Range<usize>| file.slice(self.written_span(range.clone()));
        let mut text = String::new();
        for part in &place.uniform[which] {
            match part {
                Part::Text(piece) => text.push_str(piece),
                Part::Copy(range) => text.push_str(&written(range)),
                Part::Operand(range) if self.is_operand(range, body)? => {
                    text.push_str(&written(range));
                }
                Part::Operand(range) => text.push_str(&format!("({})", written(range))),
            }
        }
        Some(text)
    }

    /// The edit where all tokens of the frame are spelled one behind the other.
    fn spelled_edit(&self, place: &Place) -> Option<Edit> {
        let whole = self.spelled(place.frame.clone())?;
        let change = place.change.as_ref()?;
        let is_body = self.unit.uses.body_around(whole).is_some();
        if !self.may_edit(whole, place.stretch) || (is_body && change.text.contains('\n')) {
            return None;
        }
        let span = match change.tokens.is_empty() {
            true => Span::at(self.spelled(change.tokens.start..change.tokens.start + 1)?.start),
            false => self.spelled(change.tokens.clone())?,
        };
        Some(self.tidy(span, change.text.clone()))
    }

    /// The edit of the macro's body in which the frame starts and ends.
    fn uniform_edit(&self, place: &Place, which: usize) -> Option<Edit> {
        let tokens = &self.unit.tokens;
        let first = tokens.get(place.frame.start)?.spelled()?;
        let last = tokens.get(place.frame.end.checked_sub(1)?)?.spelled()?;
        let body = self.body_of(place)?;
        let whole = first.to(last);
        if !body.contains(last) || last.end < first.end || !self.may_edit(whole, place.stretch) {
            return None;
        }
        let mut text = String::new();
        for part in &place.uniform[which] {
            match part {
                Part::Text(piece) => text.push_str(piece),
                Part::Copy(range) => text.push_str(self.body_text(range, body)?),
                Part::Operand(range) => text.push_str(&self.operand(range, body)?),
            }
        }
        Some(self.tidy(whole, text))
    }

    /// The macro's body in which the frame starts.
    fn body_of(&self, place: &Place) -> Option<Span> {
        let first = self.unit.tokens.get(place.frame.start)?.spelled()?;
        self.unit.uses.body_around(first).map(|body| body.span)
    }

    /// What stands in a macro's body for some tokens that came out of it.
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
        Some(text.trim()).filter(|text| !text.is_empty())
    }

    /// The same as one operand.
    fn operand(&self, range: &Range<usize>, body: Span) -> Option<String> {
        let text = self.body_text(range, body)?;
        Some(match self.is_operand(range, body)? {
            true => text.to_string(),
            false => format!("({text})"),
        })
    }

    /// Whether what stands in the body is one operand, whatever its parameters stand for.
    fn is_operand(&self, range: &Range<usize>, body: Span) -> Option<bool> {
        let text = self.body_text(range, body)?;
        let token = self.unit.tokens.get(range.start)?;
        let is_itself = range.len() == 1 && token.spelled().is_some_and(|own| body.contains(own));
        Some(is_operand(text) && (is_itself || text.starts_with('(')))
    }

    /// Without the blanks in front of what goes away.
    fn tidy(&self, span: Span, text: String) -> Edit {
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

    /// The bytes that spell some tokens, if they do so one behind the other.
    fn spelled(&self, range: Range<usize>) -> Option<Span> {
        let tokens = self.unit.tokens.get(range)?;
        let spans: Option<Vec<Span>> = tokens.iter().map(|t| t.spelled()).collect();
        let spans = spans?;
        let whole = spans.first()?.to(*spans.last()?);
        let ordered = spans.windows(2).all(|pair| pair[0].end <= pair[1].start);
        let bodies = |span: &Span| self.unit.uses.body_around(*span).map(|b| b.span);
        let together = spans.iter().all(|span| bodies(span) == bodies(&whole));
        (ordered && together).then_some(whole)
    }

    /// Whether bytes may be edited: in the invocation itself, or in the body of a macro that lines left
    /// out by `#if` do not name.
    fn may_edit(&self, span: Span, stretch: usize) -> bool {
        let may = match self.unit.uses.body_around(span) {
            Some(body) => !self.unit.skipped.contains_key(&*body.name),
            None => self.unfolded.stretches[stretch].from.contains(span),
        };
        may && !self.unit.uses.is_consumed(span)
    }

    /// Writes out the smallest invocation that holds a place and means the same wherever it is used.
    fn write_out(&mut self, place: usize) -> Result<(), Span> {
        let Place { stretch, frame, .. } = &self.places[place];
        if self.is_out(frame.start) {
            return Ok(());
        }
        let outer = self.unfolded.stretches[*stretch].from;
        let anchors = self.unit.tokens[frame.clone()].iter().filter_map(|t| t.anchor());
        let whole = anchors.reduce(Span::to).unwrap_or(outer);
        let around = self.unit.uses.around(whole, outer);
        let inner = around.iter().map(|i| i.span).chain([outer]);
        let found = inner.into_iter().find(|span| self.can_write_out(*span, *stretch));
        match found {
            Some(span) => {
                self.out.insert(span, *stretch);
                Ok(())
            }
            None => Err(self.written_span(frame.clone())),
        }
    }

    fn written_span(&self, range: Range<usize>) -> Span {
        let tokens = self.unfolded.unit.tokens[range].iter();
        let spans = tokens.filter_map(|t| t.spelled());
        spans.reduce(Span::to).unwrap_or(Span::at(0))
    }

    fn can_write_out(&self, span: Span, stretch: usize) -> bool {
        let outer = self.unfolded.stretches[stretch].from;
        let own = self.unit.uses.around(span, outer);
        let is_system = own.first().is_some_and(|i| i.span == span && i.is_system);
        let runs = self.runs(span, stretch);
        let Some(first) = runs.first() else {
            return false;
        };
        let tokens = &self.unit.tokens[first.clone()];
        let is_balanced = balance(self.unit, first.clone());
        let text = self.run_text(first.clone(), span);
        let alike = runs.iter().all(|run| self.run_text(run.clone(), span) == text);
        let has_alternative = tokens.iter().any(|t| has_alternative(self.unit, t, outer));
        alike && !is_system && !has_alternative && (is_balanced || span == outer)
    }

    /// Each expansion of an invocation: one, or several if it stands in an argument.
    fn runs(&self, span: Span, stretch: usize) -> Vec<Range<usize>> {
        let mut runs: Vec<Range<usize>> = Vec::new();
        for index in self.unfolded.stretches[stretch].tokens.clone() {
            let anchor = self.unit.tokens[index].anchor();
            if !anchor.is_some_and(|anchor| span.contains(anchor)) {
                continue;
            }
            match runs.last_mut() {
                Some(run) if run.end == index => run.end = index + 1,
                _ => runs.push(index..index + 1),
            }
        }
        runs
    }

    /// What an expansion of an invocation becomes.
    fn run_text(&self, run: Range<usize>, of: Span) -> String {
        let inside = |c: &&Change| run.start <= c.tokens.start && c.tokens.end <= run.end;
        let changes = self.places.iter().filter_map(|p| p.change.as_ref());
        let mut changes: Vec<Change> = changes.filter(inside).cloned().collect();
        changes.sort_by_key(|c| (c.tokens.start, c.tokens.end));
        changes.dedup();
        let names = self.names(run.clone(), of, &changes);
        changes.extend(names);
        let cuts = |at: usize, c: &Change| c.tokens.start < at && at < c.tokens.end;
        let breaks = breaks(self.unit, run.clone(), of).into_iter();
        let breaks = breaks.filter(|b| !changes.iter().any(|c| cuts(b.tokens.start, c)));
        let breaks: Vec<Change> = breaks.collect();
        changes.extend(breaks);
        changes.sort_by_key(|c| (c.tokens.start, c.tokens.end));
        print(self.unit, run, &changes)
    }

    /// The invocations inside of `of` in whose expansion nothing changes, as they are written.
    fn names(&self, run: Range<usize>, of: Span, changes: &[Change]) -> Vec<Change> {
        let mut names = Vec::new();
        let mut at = run.start;
        while at < run.end {
            let named = self.named(at, run.end, of).into_iter();
            let untouched = |c: &Change| {
                let meets = |o: &Change| o.tokens.start < c.tokens.end && c.tokens.start < o.tokens.end;
                !changes.iter().any(meets)
            };
            match named.into_iter().find(untouched) {
                Some(name) => {
                    at = name.tokens.end;
                    names.push(name);
                }
                None => at += 1,
            }
        }
        names
    }

    /// What the expansions that start at a token are written as, from the outside in.
    fn named(&self, at: usize, end: usize, of: Span) -> Vec<Change> {
        let tokens = &self.unit.tokens;
        let uses = &self.unit.uses;
        let run = |belongs: &dyn Fn(usize) -> bool| {
            let starts = at == 0 || !belongs(at - 1);
            let last = (at..end).take_while(|k| belongs(*k)).count();
            starts.then_some(at..at + last)
        };
        let anchor = tokens[at].anchor().unwrap_or(of);
        let inner = uses.around(anchor, of).into_iter().rev();
        let inner = inner.filter(|i| i.span != of && self.depth == Depth::Shared);
        let inner = inner.filter_map(|i| {
            let belongs = |k: usize| tokens[k].anchor().is_some_and(|a| i.span.contains(a));
            let text = self.unit.file.slice(i.span).into_owned();
            run(&belongs).map(|tokens| Change { tokens, text })
        });
        let objects: Vec<(u32, &crate::uses::Object)> = uses.objects_from(tokens[at].object).collect();
        let objects = objects.into_iter().rev().filter(|(_, o)| o.at.is_none());
        let objects = objects.filter_map(|(index, object)| {
            let belongs = |k: usize| {
                uses.objects_from(tokens[k].object).any(|(other, _)| other == index)
            };
            let text = object.name.to_string();
            run(&belongs).map(|tokens| Change { tokens, text })
        });
        inner.chain(objects).collect()
    }

    /// The invocations that are written out, each as one edit.
    fn written_out(&self) -> Vec<Edit> {
        let outermost = |span: &Span| !self.out.keys().any(|o| o != span && o.contains(*span));
        let out = self.out.iter().filter(|(span, _)| outermost(span));
        out.filter_map(|(span, stretch)| {
            let run = self.runs(*span, *stretch).into_iter().next()?;
            Some(Edit {
                span: *span,
                text: self.run_text(run, *span),
            })
        })
        .collect()
    }
}

#[derive(Default)]
struct Groups {
    /// Places by where their first token is spelled.
    shared: BTreeMap<Span, Vec<usize>>,
    /// Changed places whose first token is spelled nowhere.
    unspelled: Vec<usize>,
    /// All tokens that are spelled there.
    users: HashMap<Span, Vec<usize>>,
}

/// Whether brackets close in `range` that opened there.
fn balance(unit: &Unit, range: Range<usize>) -> bool {
    let mut depth = 0_i64;
    for token in &unit.tokens[range] {
        match unit.token_text(token) {
            "(" | "[" | "{" if token.kind == TokenKind::Punctuator => depth += 1,
            ")" | "]" | "}" if token.kind == TokenKind::Punctuator => depth -= 1,
            _ => {}
        }
        if depth < 0 {
            return false;
        }
    }
    depth == 0
}
