//! How each parameter of an inlined stage gets its argument: as text in its place, or as an object
//! of its name.

use super::arguments::{Binding, Effect, binding, effect, is_private, object, objects};
use super::declarations::same_shape;
use super::names::{Place, Places};
use super::sites::{Argument, Site};
use super::types::type_of;
use c::Contents;
use c::names::file::Function;
use c::names::symbols::{Origin, VarId, Variable};
use c::names::types::Type;
use lang_c::ast::Expression;
use source::Unit;

/// How a parameter gets its argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Passing {
    /// The body does not name it.
    Unused,
    /// The argument's text stands in its places.
    Text(Binding),
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
        if effect == Effect::Changes {
            return None;
        }
        if places.all.is_empty() && !places.is_pinned {
            return Some(Passing::Unused);
        }
        let is_fixed = effect == Effect::Computes
            && self.variable.writes.is_empty()
            && objects(self.caller, self.argument)
                .into_iter()
                .all(|id| self.keeps(id))
            && self.agrees();
        if !is_fixed || (places.is_pinned && self.argument.text != self.variable.name) {
            return Some(Passing::Copy);
        }
        let binding = binding(self.argument, self.macro_tokens());
        let is_text = match &self.variable.declared_type {
            Type::Pointer(_) | Type::Array(_) => object(self.caller, self.argument).is_some(),
            _ => self.reads_well(places.all.len()),
        };
        Some(if is_text {
            Passing::Text(binding)
        } else {
            Passing::Copy
        })
    }

    /// Whether an object of the caller keeps its value while the stage is executed.
    fn keeps(&self, id: VarId) -> bool {
        let own = self.caller.symbols.variable(id);
        let Origin::Global(index) = own.origin else {
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
                    same_shape(self.contents.unit, self.site, self.variable, array)
                })
            }
            (Type::Integer(_) | Type::Floating(_), given) => wanted == given,
            (Type::Record(_), given) => wanted == given,
            _ => false,
        }
    }

    /// The number of tokens of a macro that is the whole argument, and whether they are in
    /// parentheses.
    fn macro_tokens(&self) -> bool {
        let unit = self.contents.unit;
        let tokens = &unit.tokens[unit.tokens_in(self.argument.range.clone())];
        let is_invoked = tokens.first().is_some_and(|t| t.invocation().is_some());
        let is_enclosed = || unit.closing(tokens, 0).is_some_and(|k| k + 1 == tokens.len());
        is_invoked && tokens.len() > 1 && !is_enclosed()
    }

    /// Whether the argument reads well in so many places.
    fn reads_well(&self, places: usize) -> bool {
        let length = self.argument.text.len();
        let is_word = matches!(
            self.argument.expression.node,
            Expression::Identifier(_) | Expression::Constant(_)
        );
        is_word || (places == 1 && length <= 24) || (places == 2 && length <= 7)
    }
}

/// Whether a text can stand in a place without parentheses.
pub(super) fn fits(unit: &Unit, place: &Place, binding: Binding) -> bool {
    let fits = |index: &usize| {
        let before = index.checked_sub(1).map_or("", |k| word(unit, k));
        let earlier = index.checked_sub(2).map_or("", |k| word(unit, k));
        let after = word(unit, index + 1);
        binding == Binding::Operand
            || (takes_left(before, earlier, binding) && takes_right(after, binding))
    };
    place.tokens.iter().all(fits)
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
