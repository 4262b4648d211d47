//! How each parameter of an inlined stage gets its argument: as text in its place, or as an object
//! of its name.

use super::arguments::{Binding, Effect, binding, effect, is_private, object, objects};
use super::declarations::same_shape;
use super::names::{Place, Places};
use super::sites::{Argument, Site};
use crate::types::type_of;
use c::Contents;
use c::names::file::Function;
use c::names::symbols::{Origin as Declared, VarId, Variable};
use c::names::types::Type;
use c::syntax::constant::literal;
use c::syntax::declarators::texts;
use integer::IntType;
use lang_c::ast::{BinaryOperator, Constant, Expression, UnaryOperator};
use lang_c::span::Node;
use source::{Origin, Span, TokenKind, Unit};
use std::ops::Range;

/// How a parameter gets its argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Passing {
    /// The body does not name it.
    Unused,
    /// The argument's text stands in its places.
    Text(Binding),
    /// The argument is `&s`: `s.` stands in the places of `p->`, and `&s` where `p` is an argument.
    Members,
    /// The argument is `&a` for an object: `a` stands in the places of `*p`.
    Whole,
    /// A literal of the parameter's type stands in its places.
    Literal,
    /// It becomes an object with the argument as initial value.
    Copy,
}

/// How the parameters of a site get their arguments; `None` if one cannot.
pub(super) fn passings(
    contents: &Contents<'_>,
    caller: &Function<'_>,
    site: &Site<'_, '_>,
    places: &dyn Fn(VarId) -> Places,
) -> Option<Vec<Passing>> {
    let stage = site.stage.function;
    let parameters = stage.symbols.parameters.iter().zip(&site.arguments);
    let passing = |(id, argument): (&Option<VarId>, &Argument<'_>)| {
        let parameter = Parameter {
            contents,
            caller,
            site,
            variable: stage.symbols.variable((*id)?),
            argument,
        };
        parameter.passing(&places((*id)?))
    };
    parameters.map(passing).collect()
}

struct Parameter<'a, 'p> {
    contents: &'a Contents<'p>,
    caller: &'a Function<'p>,
    site: &'a Site<'a, 'p>,
    variable: &'a Variable<'p>,
    argument: &'a Argument<'p>,
}

impl Parameter<'_, '_> {
    fn passing(&self, places: &Places) -> Option<Passing> {
        let effect = effect(self.caller, self.argument.expression);
        let is_used = !places.all.is_empty() || places.is_pinned;
        match effect {
            Effect::Unknown => return None,
            // It is evaluated once, before the body.
            Effect::Changes => return is_used.then_some(Passing::Copy),
            Effect::Computes | Effect::Reads if !is_used => return Some(Passing::Unused),
            Effect::Computes | Effect::Reads => {}
        }
        if self.is_whole_object(places) {
            return Some(Passing::Whole);
        }
        if let Some(passing) = self.structure(places) {
            return Some(passing);
        }
        if self.is_row(places) {
            return Some(Passing::Text(Binding::Operand));
        }
        let is_fixed = effect == Effect::Computes
            && self.variable.writes.is_empty()
            && objects(self.caller, self.argument)
                .into_iter()
                .all(|id| self.keeps(id))
            && (self.agrees() || self.is_text());
        let in_pragma = places.all.iter().any(|place| place.tokens.is_empty());
        let is_literal = !in_pragma && literal_text(self.variable, self.argument).is_some();
        if !places.is_pinned && self.variable.writes.is_empty() && is_literal {
            return Some(Passing::Literal);
        }
        if !is_fixed || (places.is_pinned && self.argument.text != self.variable.name) {
            return Some(Passing::Copy);
        }
        if self.is_text() && places.all.len() == 1 && !in_pragma {
            return Some(Passing::Text(Binding::Operand));
        }
        let binding = binding(self.argument, self.is_bare_macro());
        let is_object = object(self.caller, self.argument).is_some();
        let is_text = match &self.variable.declared_type {
            _ if in_pragma => is_object,
            Type::Pointer(_) | Type::Array(_) => is_object,
            // Assignments to members are no writes of the whole.
            Type::Record(_) => false,
            Type::Integer(_) => self.reads_well(places.all.len()),
            _ => self.is_word(),
        };
        Some(if is_text {
            Passing::Text(binding)
        } else {
            Passing::Copy
        })
    }

    /// Whether the address of an object is passed to a body that only names the object.
    fn is_whole_object(&self, places: &Places) -> bool {
        let unit = self.contents.unit;
        let object = match &self.argument.expression.node {
            Expression::UnaryOperator(unary)
                if unary.node.operator.node == UnaryOperator::Address =>
            {
                self.caller.object(&unary.node.operand.node)
            }
            _ => None,
        };
        let Some(object) = object.map(|id| self.caller.symbols.variable(id)) else {
            return false;
        };
        let sizes = |v: &Variable<'_>| v.declarator.map(|d| texts(unit, v.base, &d.node));
        let is_alike = match object.declared_type {
            Type::Array(_) => sizes(self.variable) == sizes(object),
            _ => object.declared_type.is_scalar(),
        };
        is_alike
            && self.variable.declared_type.target() == Some(&object.declared_type)
            && !places.is_pinned
            && self.variable.writes.is_empty()
            && !self.variable.address_taken
            && places
                .all
                .iter()
                .all(|place| whole_of(unit, place).is_some())
    }

    /// Whether a row is passed, `t[y]`, to a body that only names its elements.
    fn is_row(&self, places: &Places) -> bool {
        let Some(row) = self.argument.row_of(self.caller) else {
            return false;
        };
        let symbols = &self.site.stage.function.symbols;
        let table = &self.caller.symbols.variable(row.object).declared_type;
        let is_pointer = matches!(table.target(), Some(Type::Pointer(_)));
        let sets_rows = || {
            let is_row = |ty: &Type| matches!(ty, Type::Pointer(_) | Type::Record(_));
            symbols.stores.iter().any(|store| is_row(&store.ty)) || { symbols.calls.iter() }
                .any(|c| !self.contents.facts.calls.is_harmless(c))
        };
        let given = type_of(self.caller, self.argument.expression);
        let follows = |index: &usize| word(self.contents.unit, index + 1) == "[";
        !places.is_pinned
            && self.variable.writes.is_empty()
            && !self.variable.address_taken
            && self.variable.declared_type.target() == given.target()
            && effect(self.caller, row.at) == Effect::Computes
            && { objects(self.caller, self.argument).into_iter() }.all(|id| self.keeps(id))
            && !(is_pointer && sets_rows())
            && { places.all.iter() }.all(|place| place.tokens.iter().all(follows))
    }

    /// How a structure, or a pointer to one, is passed to a body that only names its members.
    fn structure(&self, places: &Places) -> Option<Passing> {
        let target = match &self.variable.declared_type {
            Type::Pointer(target) => Some(&**target),
            _ => None,
        };
        let record = target.unwrap_or(&self.variable.declared_type);
        let is_plain = matches!(record, Type::Record(_))
            && !places.is_pinned
            && self.variable.writes.is_empty()
            && !self.variable.address_taken;
        let names_members = |operator: &str| {
            let follows = |index: &usize| word(self.contents.unit, index + 1) == operator;
            places
                .all
                .iter()
                .all(|place| place.tokens.iter().all(follows))
        };
        is_plain.then_some(())?;
        let given = type_of(self.caller, self.argument.expression);
        if target.is_none() {
            // What the body assigns to its copy is not for the caller.
            let is_named = object(self.caller, self.argument).is_some() && given == *record;
            let is_kept = is_named && names_members(".") && !self.assigns_members(places);
            return is_kept.then_some(Passing::Text(Binding::Operand));
        }
        (given.target() == Some(record)).then_some(())?;
        match &self.argument.expression.node {
            Expression::Identifier(_) if names_members("->") => {
                let kept = object(self.caller, self.argument).is_some_and(|id| self.keeps(id));
                kept.then_some(Passing::Text(Binding::Operand))
            }
            Expression::UnaryOperator(unary)
                if unary.node.operator.node == UnaryOperator::Address =>
            {
                let named = matches!(unary.node.operand.node, Expression::Identifier(_));
                let unit = self.contents.unit;
                let fits = |place: &Place| {
                    let is_argument = |index: &usize| {
                        matches!(word(unit, index - 1), "(" | ",")
                            && matches!(word(unit, index + 1), ")" | ",")
                    };
                    arrow_of(unit, place).is_some() || place.tokens.iter().all(is_argument)
                };
                (named && places.all.iter().all(fits)).then_some(Passing::Members)
            }
            _ => None,
        }
    }

    /// Whether a member of the parameter is assigned.
    fn assigns_members(&self, places: &Places) -> bool {
        let unit = self.contents.unit;
        let is_changed = |index: &usize| {
            let before = index.checked_sub(1).map_or("", |k| word(unit, k));
            let after = word(unit, index + 3);
            matches!(before, "++" | "--" | "&")
                || matches!(after, "++" | "--")
                || after.ends_with('=') && !matches!(after, "==" | "!=" | "<=" | ">=")
        };
        let mut all = places.all.iter().flat_map(|place| &place.tokens);
        all.any(is_changed)
    }

    /// Whether an object of the caller keeps its value while the stage is executed.
    fn keeps(&self, id: VarId) -> bool {
        let own = self.caller.symbols.variable(id);
        let Declared::Global(index) = own.origin else {
            return is_private(self.caller, id);
        };
        let symbols = &self.site.stage.function.symbols;
        let mut written = symbols
            .objects()
            .filter(|(_, v)| v.origin == own.origin && !v.writes.is_empty());
        let global = &self.contents.file.globals[index];
        let calls_own =
            { symbols.calls.iter() }.any(|call| !self.contents.facts.calls.is_harmless(call));
        is_private(self.caller, id)
            || own.qualifiers.constant
            || !global.address_taken && written.next().is_none() && !calls_own
    }

    /// Whether the argument has the type of the parameter.
    fn agrees(&self) -> bool {
        let wanted = &self.variable.declared_type;
        let given = type_of(self.caller, self.argument.expression);
        match (wanted, &given) {
            (Type::Pointer(_) | Type::Array(_), _) => {
                let same = wanted.target() == given.target() && wanted.target().is_some();
                let array = object(self.caller, self.argument);
                same && array.is_some_and(|id| {
                    let array = self.caller.symbols.variable(id);
                    same_shape(
                        self.contents.unit,
                        (self.caller, self.site),
                        self.variable,
                        array,
                    )
                })
            }
            (Type::Integer(_) | Type::Floating(_), given) => wanted == given,
            _ => false,
        }
    }

    /// Whether a string is passed as characters.
    fn is_text(&self) -> bool {
        let is_string = matches!(self.argument.expression.node, Expression::StringLiteral(_));
        is_string && matches!(self.variable.declared_type, Type::Pointer(_))
    }

    /// Whether the argument is a macro that stands for several tokens without parentheses.
    fn is_bare_macro(&self) -> bool {
        let unit = self.contents.unit;
        let tokens = &unit.tokens[unit.tokens_in(self.argument.range.clone())];
        let is_invoked = tokens.first().is_some_and(|t| t.invocation().is_some());
        let is_enclosed = || {
            unit.closing(tokens, 0)
                .is_some_and(|k| k + 1 == tokens.len())
        };
        is_invoked && tokens.len() > 1 && !is_enclosed()
    }

    /// Whether the argument is a name or a literal.
    fn is_word(&self) -> bool {
        matches!(
            self.argument.expression.node,
            Expression::Identifier(_) | Expression::Constant(_)
        )
    }

    /// Whether the argument reads well in so many places.
    fn reads_well(&self, places: usize) -> bool {
        let length = self.argument.text.len();
        let is_short = (places == 1 && length <= 24) || (places == 2 && length <= 7);
        self.is_word() || (is_short && is_cheap(self.argument.expression))
    }
}

/// The bytes of `p->`, given the place of `p`; `None` if something else follows.
pub(super) fn arrow_of(unit: &Unit, place: &Place) -> Option<Span> {
    let arrow = |index: &usize| {
        let arrow = unit.tokens.get(index + 1)?;
        arrow.spelled().filter(|_| unit.token_text(arrow) == "->")
    };
    let first = arrow(place.tokens.first()?)?;
    let is_same = place.tokens.iter().all(|index| arrow(index) == Some(first));
    let is_after = place.span.end <= first.start;
    (is_same && is_after).then(|| Span::new(place.span.start, first.end))
}

/// The bytes of `*p`, given the place of `p`, with the parentheses that are around it alone; `None`
/// if it is named in another way.
pub(super) fn whole_of(unit: &Unit, place: &Place) -> Option<Span> {
    let [index] = place.tokens[..] else {
        return None;
    };
    let spelled = |k: usize| match unit.tokens.get(k)?.origin {
        Origin::Written(span) => Some(span),
        _ => None,
    };
    let star = index.checked_sub(1).filter(|k| word(unit, *k) == "*")?;
    let open = star.checked_sub(1).filter(|k| word(unit, *k) == "(");
    let before = open.and_then(|open| open.checked_sub(1));
    let before = before.and_then(|k| unit.tokens.get(k));
    // A call, a cast, the header of a statement: their parentheses stay.
    let is_theirs = before.is_some_and(|token| {
        token.kind == TokenKind::Identifier || matches!(unit.token_text(token), ")" | "]")
    });
    let is_enclosed = open.is_some() && word(unit, index + 1) == ")" && !is_theirs;
    let binds_less = matches!(word(unit, index + 1), "[" | "(" | "." | "->" | "++" | "--");
    match open.filter(|_| is_enclosed) {
        Some(open) => Some(spelled(open)?.to(spelled(index + 1)?)),
        None => (!binds_less).then_some(spelled(star)?.to(spelled(index)?)),
    }
}

/// The text of a literal argument, or of the size of a type, as one of the parameter's type, if the
/// value is the same.
pub(super) fn literal_text(parameter: &Variable<'_>, argument: &Argument<'_>) -> Option<String> {
    if let (Expression::SizeOfTy(_), Type::Integer(IntType::INT)) =
        (&argument.expression.node, &parameter.declared_type)
    {
        return Some(format!("(int){}", argument.text));
    }
    let Expression::Constant(constant) = &argument.expression.node else {
        return None;
    };
    let text = argument.text.as_str();
    let is_decimal = text.chars().all(|c| c.is_ascii_digit() || c == '.');
    let value: f64 = text.parse().ok().filter(|_| is_decimal)?;
    let is_integer = literal(&constant.node).is_some();
    match (&parameter.declared_type, is_integer) {
        (Type::Floating(8), true) if text.len() < 10 => Some(format!("{text}.0")),
        (Type::Floating(4), true) if text.len() < 7 => Some(format!("{text}.0f")),
        (Type::Floating(4), false) if f64::from(value as f32) == value => Some(format!("{text}f")),
        (Type::Integer(ty), true) if *ty == IntType::INT.unsigned() && text.len() < 10 => {
            let is_zero_led = text.len() > 1 && text.starts_with('0');
            (!is_zero_led).then(|| format!("{text}u"))
        }
        _ => None,
    }
}

/// Whether computing an expression again and again costs nothing: a compiler moves it out of loops.
fn is_cheap(expression: &Node<Expression>) -> bool {
    match &expression.node {
        Expression::Identifier(_) => true,
        Expression::Constant(constant) => !matches!(constant.node, Constant::Float(_)),
        Expression::UnaryOperator(unary) => is_cheap(&unary.node.operand),
        Expression::Cast(cast) => is_cheap(&cast.node.expression),
        Expression::BinaryOperator(binary) => {
            let is_number = matches!(binary.node.rhs.node, Expression::Constant(_));
            let is_plain = match binary.node.operator.node {
                BinaryOperator::Divide | BinaryOperator::Modulo => is_number,
                _ => true,
            };
            is_plain && is_cheap(&binary.node.lhs) && is_cheap(&binary.node.rhs)
        }
        _ => false,
    }
}

/// Whether a text can stand in a place without parentheses.
pub(super) fn fits(unit: &Unit, place: &Place, text: &str, binding: Binding) -> bool {
    let fits = |index: &usize| fits_between(unit, *index..*index + 1, text, binding);
    place.tokens.iter().all(fits)
}

/// Whether a text can stand in the place of some tokens without parentheses.
pub(super) fn fits_between(
    unit: &Unit,
    tokens: Range<usize>,
    text: &str,
    binding: Binding,
) -> bool {
    let has_sign = text.starts_with(['+', '-', '&', '*']);
    let before = tokens.start.checked_sub(1).map_or("", |k| word(unit, k));
    let earlier = tokens.start.checked_sub(2).map_or("", |k| word(unit, k));
    binding == Binding::Operand
        || (takes_left(before, earlier, binding)
            && takes_right(word(unit, tokens.end), binding)
            && !(has_sign && matches!(before, "+" | "-")))
}

fn word(unit: &Unit, index: usize) -> &str {
    unit.tokens
        .get(index)
        .map_or("", |token| unit.token_text(token))
}

/// Whether the token before a text leaves its first operand to it.
fn takes_left(before: &str, earlier: &str, binding: Binding) -> bool {
    let is_operator = matches!(before, "+" | "-");
    let follows_operand = earlier == ")"
        || earlier == "]"
        || earlier.starts_with(|c: char| c.is_alphanumeric() || c == '_') && earlier != "return";
    match before {
        "[" | "," | ";" | "=" | "+=" | "-=" | "*=" | "/=" | "?" | ":" | "return" | "{" => true,
        // A call, a subscript or parentheses; a cast would end with `)`.
        "(" => true,
        "<" | ">" | "<=" | ">=" | "==" | "!=" | "&&" | "||" => binding > Binding::Loose,
        _ => is_operator && follows_operand && binding >= Binding::Product,
    }
}

/// Whether the token after a text leaves its last operand to it.
fn takes_right(after: &str, binding: Binding) -> bool {
    match after {
        "]" | "," | ";" | ")" | "}" => true,
        "<" | ">" | "<=" | ">=" | "==" | "!=" | "&&" | "||" | "?" | ":" => binding > Binding::Loose,
        "+" | "-" => binding >= Binding::Sum,
        "*" | "/" | "%" => binding >= Binding::Product,
        _ => false,
    }
}
