//! Each shape that is written is read back as it was.

use crate::forms::deferred_store::{DeferredStore, StoreAtEnd, only_declarator};
use crate::forms::loop_body::LoopBody;
use crate::forms::named::INT;
use crate::forms::ring_unit::{RingSubscript, RingUnit, inverse, remainder};
use crate::forms::strips::{Declared, Quotient, StripLoop, StripRow, Strips};
use crate::forms::window::{Shifts, Window};

use c::syntax::base::Base;
use c::syntax::declarators::declared_name;
use c::syntax::parser::expression;
use lang_c::ast::{BlockItem, Expression, Statement};
use lang_c::span::{Node, Span as Offsets};
use poly::Expr;
use proptest::prelude::*;
use source::{Edits, SourceFile, Span};

/// A text with its syntax tree.
struct Parsed {
    tree: Node<Expression>,
    text: String,
}

impl Parsed {
    fn expression(text: &str) -> Self {
        Parsed {
            tree: expression(text).expect("an expression"),
            text: text.to_string(),
        }
    }

    /// The statements of a block.
    fn block(text: &str) -> Self {
        Parsed::expression(&format!("({{ {text} }})"))
    }

    fn body(&self) -> &Node<Statement> {
        match &self.tree.node {
            Expression::Statement(body) => body,
            other => panic!("no block: {other:?}"),
        }
    }

    fn items(&self) -> &[Node<BlockItem>] {
        match &self.body().node {
            Statement::Compound(items) => items,
            other => panic!("no block: {other:?}"),
        }
    }

    /// The text at a place of the tree.
    fn at(&self, span: Offsets) -> &str {
        // The parser gets the text in parentheses, whose place the tree of the whole text has.
        let start = self.tree.span.start + 1;
        self.text[span.start - start..span.end - start].trim()
    }

    fn quotient(&self, quotient: &Quotient<'_>) -> String {
        let last = quotient.divisor.unwrap_or(quotient.row);
        let start = quotient.sum.span.start;
        self.at(Offsets::span(start, last.span.end)).to_string()
    }

    fn declared(&self, declared: &Declared<'_>) -> (String, String) {
        let name = declared_name(&declared.declarator.declarator).expect("a name");
        let value = self.at(declared.value.span).to_string();
        (name.node.name.clone(), value)
    }
}

fn name() -> impl Strategy<Value = String> {
    "[a-m][a-z0-9_]{0,6}".prop_filter("keywords", |name| {
        ![
            "auto", "break", "case", "char", "const", "do", "double", "else", "enum", "extern",
        ]
        .contains(&name.as_str())
            && ![
                "float", "for", "goto", "if", "int", "long", "inline", "asm", "continue", "default",
            ]
            .contains(&name.as_str())
    })
}

proptest! {
    #[test]
    fn windows(windows in prop::collection::btree_map(name(), 2i64..6, 1..4)) {
        let all = windows.iter().map(|(array, length)| Window {
            array: array.clone(),
            length: *length,
        });
        let shifts: Vec<String> = all.flat_map(|window| window.shifts()).collect();
        let parsed = Parsed::block(&format!("work(); {}", shifts.join(" ")));
        let read = Shifts::of(parsed.body(), Base::default()).expect("shifts");
        prop_assert_eq!(read.lengths, windows);
    }

    #[test]
    fn strips(
        rows in prop::collection::btree_map(name(), (1i64..50, 1i64..4), 1..4),
        inclusive in any::<bool>(),
        is_braced in any::<bool>(),
    ) {
        let row = |(name, (modulus, factor)): (&String, &(i64, i64))| StripRow {
            ty: INT.to_string(),
            name: name.clone(),
            value: format!("(d + {factor} * x) % {modulus} - {factor} * x"),
            limit: match factor {
                1 => format!("{modulus} - {name}"),
                _ => format!("({modulus} - {name}) / {factor}"),
            },
        };
        let rows: Vec<StripRow> = rows.iter().map(row).collect();
        let relation = if inclusive { "<=" } else { "<" };
        let body = if is_braced { "{\n    f(x);\n}" } else { "\n    f(x);" };
        let text = format!("for (x = 0; x {relation} n; x++) {body}\n");
        let file = SourceFile::new("a.c", text.clone());
        let place = |part: &str| {
            let start = text.find(part).expect("a part of the loop") as u32;
            Span::new(start, start + part.len() as u32)
        };
        let body = LoopBody {
            opening: place(if is_braced { "{" } else { ")" }),
            whole: place(text.trim()),
            unbraced: (!is_braced).then(|| place("f(x);")),
        };
        let strips = Strips {
            iterator: "x".to_string(),
            step: place("x++"),
            inclusive,
            end: "stop".to_string(),
            bound: "n".to_string(),
            rows: rows.clone(),
        };
        let mut edits = Edits::default();
        for edit in strips.edits(&file, &body, &[], &[]) {
            edits.insert(edit).expect("disjoint edits");
        }
        let written = String::from_utf8(edits.apply(text.as_bytes())).expect("text");
        let parsed = Parsed::block(&written);
        let Some(BlockItem::Statement(statement)) = parsed.items().first().map(|i| &i.node) else {
            panic!("no loop: {written}");
        };
        let Statement::For(node) = &statement.node else {
            panic!("no loop: {written}");
        };
        let read = StripLoop::of(&node.node).expect("a loop in strips");
        prop_assert_eq!(parsed.at(read.whole.counter.span), "x");
        prop_assert_eq!(parsed.at(read.whole.bound.span), "n");
        prop_assert_eq!(parsed.declared(&read.end), ("stop".to_string(), "n".to_string()));
        prop_assert_eq!(parsed.at(read.strip.bound.span), "stop");
        let mut found: Vec<_> = read.rows.iter().map(|row| parsed.declared(row)).collect();
        let mut wanted: Vec<_> = rows.iter().map(|r| (r.name.clone(), r.value.clone())).collect();
        found.sort();
        wanted.sort();
        prop_assert_eq!(found, wanted);
        let limits = read.limits.iter().flat_map(|limit| &limit.quotients);
        let limits: Vec<String> = limits.map(|q| parsed.quotient(q)).collect();
        let bare = |limit: &str| limit.replace(['(', ')'], "");
        for row in &rows {
            let times = limits.iter().filter(|limit| bare(limit) == bare(&row.limit));
            prop_assert_eq!(times.count(), 2);
        }
    }

    #[test]
    fn deferred_stores(array in name(), value in name(), row in name()) {
        let store = DeferredStore {
            ty: "double".to_string(),
            name: format!("{value}_v"),
            element: format!("{array}[{row} + x]"),
        };
        let text = format!("{} = g(x); out(x); {}", store.declarator(), store.statement());
        let parsed = Parsed::block(&text);
        let items = parsed.items();
        let declared = only_declarator(&items[0]).and_then(|d| declared_name(&d.declarator));
        prop_assert_eq!(&declared.expect("a name").node.name, &store.name);
        let read = StoreAtEnd::of(items.last().expect("items")).expect("a store");
        prop_assert_eq!(parsed.at(read.element.span), &store.element);
        prop_assert_eq!(parsed.at(read.value.span), &store.name);
        prop_assert_eq!(parsed.at(read.span), store.statement());
    }

    #[test]
    fn ring_units(c in 2i64..8, rest in prop::sample::select(vec![1i64, -1]), row in name(), column in name()) {
        let modulus = Expr::var("N") * c + Expr::constant(rest);
        let unit = RingUnit::new(&modulus, c).expect("a unit");
        prop_assert_eq!(inverse(&unit.by, &modulus), Some(unit.inverse));
        let subscript = RingSubscript {
            by: unit.by.to_string(),
            row: row.clone(),
            column: format!(" + {column}"),
            modulus: format!("({modulus})"),
        };
        let parsed = Parsed::expression(&subscript.text());
        let (sum, read) = remainder(&parsed.tree).expect("a remainder");
        prop_assert_eq!(parsed.at(read.span), format!("({modulus})"));
        prop_assert_eq!(parsed.at(sum.span), format!("({} * {row} + {column})", unit.by));
    }
}
