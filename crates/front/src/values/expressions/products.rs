//! Names that stand for sums and products: macros, and objects whose value is known.

use crate::values::evaluator::Evaluator;
use crate::values::mode::Mode;
use crate::values::params::ParamKey;
use crate::values::value::Value;
use c::names::symbols::{Symbol, VarId};
use c::names::types::Type;
use poly::Expr;

/// A parameter that is set to a product, and that product.
pub(crate) struct NamedProduct {
    /// The parameter.
    pub name: Expr,
    /// Its value.
    pub meaning: Expr,
}

impl Evaluator<'_> {
    /// The polynomial that a name stands for: its argument, the body of its macro, its known value
    /// or its initialiser.
    pub(super) fn named_product(
        &mut self,
        spelled: &str,
        at: usize,
        mode: Mode<'_>,
    ) -> Option<Value> {
        let symbol = match mode.is_in_macro() {
            true => None,
            false => mode.symbols.mentions.get(&at),
        };
        if let Some(arguments) = mode.arguments {
            return match symbol {
                Some(Symbol::Variable(id)) => arguments.get(id)?.polynomial.clone(),
                _ => None,
            };
        }
        if let Some(Symbol::Variable(id)) = symbol
            && let Some(counter) = self.flat_counter(*id, at)
        {
            return Some(counter);
        }
        let product = match symbol {
            None => self.product_of_macro(spelled, mode)?,
            Some(Symbol::Variable(id)) => match self.known_value_at(*id, at, mode) {
                Some(known) => known.polynomial?,
                None => self.product_of_initialiser(*id, mode)?,
            },
            Some(Symbol::Constant(_)) => return None,
        };
        Some(self.computed(product))
    }

    fn product_of_macro(&mut self, name: &str, mode: Mode<'_>) -> Option<Value> {
        if self.params.fixed.contains(name) {
            return None;
        }
        let inside = mode.inside_macro()?;
        let body = self.macro_body(name)?;
        let expression = body.expression.filter(|_| body.names_others)?;
        self.value_in(&expression, inside)
    }

    fn product_of_initialiser(&mut self, id: VarId, mode: Mode<'_>) -> Option<Value> {
        let Type::Integer(ty) = *self.facts.type_of(id) else {
            return None;
        };
        if self.facts.is_tracked(id) {
            return None;
        }
        let expression = self.lasting_initialiser(id)?;
        let found = self.value_in(expression, mode.deeper()?)?;
        self.convert(found, ty)
    }

    /// The parameters that are set to products.
    pub(crate) fn named_products(&mut self) -> Vec<NamedProduct> {
        let objects = self.params.all.iter().filter_map(|p| match &p.key {
            ParamKey::Variable(id) => Some((*id, Expr::var(&p.param.name))),
            _ => None,
        });
        let objects: Vec<(VarId, Expr)> = objects.collect();
        let product = |(id, name): (VarId, Expr)| {
            let mode = self.here().multiplying();
            let meaning = self.product_of_initialiser(id, mode)?.expr;
            (meaning.degree() > 1).then_some(NamedProduct { name, meaning })
        };
        objects.into_iter().filter_map(product).collect()
    }
}
