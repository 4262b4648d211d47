//! Inserts arguments into a macro's body: C11 6.10.3.1 to 6.10.3.3, with GNU's `, ## __VA_ARGS__`
//! and C23's `__VA_OPT__`.

use crate::macros::definition::{Item, Macro, PpToken};
use crate::macros::expander::{Expander, Provenance};
use crate::tokens::lexer::{TokenKind, single_token};
use std::sync::Arc;

/// The arguments of one invocation.
#[derive(Default)]
pub(crate) struct Arguments {
    /// As written, for `#` and `##`.
    raw: Vec<Arc<[PpToken]>>,
    /// Expanded, once they are needed.
    expanded: Vec<Option<Arc<[PpToken]>>>,
}

impl Arguments {
    pub(crate) fn new(raw: Vec<Vec<PpToken>>) -> Arguments {
        let expanded = vec![None; raw.len()];
        Arguments {
            raw: raw.into_iter().map(Arc::from).collect(),
            expanded,
        }
    }
}

/// A body under construction.
#[derive(Default)]
struct Output {
    tokens: Vec<PpToken>,
    /// Whether the next operand is pasted to the one before.
    paste: bool,
    /// Whether the operand before is an empty argument.
    left_empty: bool,
    /// The provenance of the body's own tokens.
    provenance: Provenance,
}

impl Expander<'_> {
    /// The body of `definition` with `arguments` inserted; its first token takes the blank before
    /// the macro's `name`.
    pub(crate) fn substitute(
        &mut self,
        definition: &Macro,
        arguments: &mut Arguments,
        name: &PpToken,
        provenance: Provenance,
    ) -> Vec<PpToken> {
        let rest = definition.rest_parameter();
        let mut tokens = self.items(&definition.items, rest, arguments, provenance);
        if let Some(first) = tokens.first_mut() {
            first.blank = name.blank;
        }
        tokens
    }

    fn items(
        &mut self,
        items: &[Item],
        rest: Option<usize>,
        arguments: &mut Arguments,
        provenance: Provenance,
    ) -> Vec<PpToken> {
        let mut output = Output {
            left_empty: true,
            provenance,
            ..Output::default()
        };
        let Provenance { made_by, object } = provenance;
        for (index, item) in items.iter().enumerate() {
            let next_is_paste = items.get(index + 1) == Some(&Item::Paste);
            match item {
                Item::Paste => output.paste = true,
                Item::Token(tok) => {
                    let own = PpToken {
                        made_by,
                        object,
                        ..*tok
                    };
                    self.operand(&mut output, &[own]);
                }
                Item::Stringise(argument, blank) => {
                    let string = self.stringise(&arguments.raw[*argument].clone(), *blank);
                    let string = PpToken {
                        made_by,
                        object,
                        ..string
                    };
                    self.operand(&mut output, &[string]);
                }
                Item::Parameter(argument, _)
                    if Some(*argument) == rest && self.after_comma(&output) =>
                {
                    gnu_comma(&mut output, &arguments.raw[*argument]);
                }
                Item::Parameter(argument, blank) => {
                    let glued = output.paste || next_is_paste;
                    let tokens = match glued {
                        true => self.without_names(&arguments.raw[*argument].clone()),
                        false => self.expanded(arguments, *argument).to_vec(),
                    };
                    self.operand(&mut output, &with_blank(tokens, *blank));
                }
                Item::VaOpt(inner) => {
                    let given = rest.is_some_and(|r| !self.expanded(arguments, r).is_empty());
                    let tokens = if given {
                        self.items(inner, rest, arguments, provenance)
                    } else {
                        Vec::new()
                    };
                    self.operand(&mut output, &tokens);
                }
            }
        }
        output.tokens
    }

    /// Whether the output ends with `, ##`.
    fn after_comma(&self, output: &Output) -> bool {
        output.paste
            && !output.left_empty
            && output
                .tokens
                .last()
                .is_some_and(|t| t.symbol == self.known.comma)
    }

    fn operand(&mut self, output: &mut Output, tokens: &[PpToken]) {
        self.spend(tokens.len() as u64);
        let glue = std::mem::take(&mut output.paste) && !output.left_empty;
        match (glue, tokens.split_first()) {
            (true, Some((&first, others))) => {
                if let Some(left) = output.tokens.pop() {
                    let joined = self.paste(left, first, output.provenance);
                    output.tokens.extend(joined);
                }
                output.tokens.extend(others);
            }
            (true, None) => {}
            (false, _) => {
                output.left_empty = tokens.is_empty();
                output.tokens.extend(tokens);
            }
        }
    }

    fn expanded(&mut self, arguments: &mut Arguments, index: usize) -> Arc<[PpToken]> {
        if let Some(known) = &arguments.expanded[index] {
            return known.clone();
        }
        let expanded: Arc<[PpToken]> = self.expand_alone(arguments.raw[index].clone()).into();
        arguments.expanded[index] = Some(expanded.clone());
        expanded
    }

    /// `left ## right`; both tokens if they do not make one.
    fn paste(&mut self, left: PpToken, right: PpToken, provenance: Provenance) -> Vec<PpToken> {
        let made = PpToken {
            spelled: None,
            painted: false,
            kept: false,
            made_by: provenance.made_by,
            object: provenance.object,
            ..left
        };
        self.consumed
            .extend([left.spelled, right.spelled].into_iter().flatten());
        if left.unknown || right.unknown {
            return vec![PpToken {
                symbol: self.symbols.intern("##"),
                unknown: true,
                ..made
            }];
        }
        let text = [
            self.symbols.text(left.symbol),
            self.symbols.text(right.symbol),
        ]
        .concat();
        match single_token(&text, self.symbols) {
            Some(kind) => vec![PpToken {
                symbol: self.symbols.intern(&text),
                kind,
                ..made
            }],
            None => vec![left, right],
        }
    }

    /// `#argument`
    fn stringise(&mut self, argument: &[PpToken], blank: bool) -> PpToken {
        let tokens = self.without_names(argument);
        self.consumed
            .extend(argument.iter().filter_map(|tok| tok.spelled));
        let mut text = String::from("\"");
        for (index, tok) in tokens.iter().enumerate() {
            if tok.blank && index > 0 {
                text.push(' ');
            }
            let literal = matches!(tok.kind, TokenKind::String | TokenKind::Character);
            for character in self.symbols.text(tok.symbol).chars() {
                if literal && matches!(character, '"' | '\\') {
                    text.push('\\');
                }
                text.push(character);
            }
        }
        text.push('"');
        PpToken {
            symbol: self.symbols.intern(&text),
            kind: TokenKind::String,
            blank,
            painted: false,
            kept: false,
            unknown: tokens.iter().any(|tok| tok.unknown),
            spelled: None,
            made_by: None,
            object: None,
        }
    }

    /// The tokens with the values of kept macros in place of their names.
    pub(crate) fn without_names(&self, tokens: &[PpToken]) -> Vec<PpToken> {
        let mut values = Vec::with_capacity(tokens.len());
        for tok in tokens {
            match self.kept_macros.value_tokens(tok, &self.table) {
                Some(value) => values.extend(with_blank(value.to_vec(), tok.blank)),
                None => values.push(*tok),
            }
        }
        values
    }
}

fn with_blank(mut tokens: Vec<PpToken>, blank: bool) -> Vec<PpToken> {
    if let Some(first) = tokens.first_mut() {
        first.blank = blank;
    }
    tokens
}

/// `, ## rest`: without rest the comma is removed, otherwise nothing is pasted.
fn gnu_comma(output: &mut Output, rest: &[PpToken]) {
    output.paste = false;
    if rest.is_empty() {
        output.tokens.pop();
    }
    output.left_empty = rest.is_empty();
    output.tokens.extend(rest);
}
