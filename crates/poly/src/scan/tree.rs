//! Loops that visit each point of a set once, by isl's generation of syntax trees (Grosser,
//! Verdoolaege, Cohen 2015).

use super::{Scan, Test, counter_name};
use crate::raw::{self, NodeKind};
use crate::{Expr, PolyError, Result, Set};
use isl_rs::{ASTExpr, ASTExprOpType, ASTExprType, ASTNode, Id, IdList, LibISLError};

impl Set {
    /// Loops that visit each point of the set once, in lexicographic order, if its parameters
    /// satisfy `context`; `None` if a number that may be negative would be divided.
    ///
    /// # Errors
    ///
    /// If isl fails, or the operation budget is used up.
    pub fn scan(&self, context: &Set) -> Result<Option<Scan>> {
        let own = self.reset_tuple_id()?;
        let visits = own.identity()?.to_union_map()?;
        let names: Vec<String> = (0..own.dims()?).map(counter_name).collect();
        let ids = names
            .iter()
            .map(|name| Id::read_from_str(self.ctx.raw(), name));
        let ids: std::result::Result<Vec<Id>, LibISLError> = ids.collect();
        let mut list = IdList::alloc(self.ctx.raw(), i32::try_from(names.len())?)?;
        for id in ids? {
            list = list.add(id)?;
        }
        let Some(node) = raw::syntax_tree(visits.take(), context.take(), list) else {
            return Err(match self.ctx.is_exhausted() {
                true => PolyError::Budget,
                false => PolyError::Failed("isl generates no loops".to_string()),
            });
        };
        Reader { names: &names }.node(&node)
    }
}

struct Reader<'r> {
    names: &'r [String],
}

impl Reader<'_> {
    fn node(&self, node: &ASTNode) -> Result<Option<Scan>> {
        match raw::node_kind(node) {
            NodeKind::For => self.loop_(node),
            NodeKind::If => {
                let test = self.test(&node.if_get_cond()?)?;
                let body = self.node(&node.if_get_then_node()?)?;
                let (Some(test), Some(body)) = (test, body) else {
                    return Ok(None);
                };
                let other = match node.if_has_else_node()? {
                    false => None,
                    true => match self.node(&node.if_get_else_node()?)? {
                        None => return Ok(None),
                        other => other.map(Box::new),
                    },
                };
                Ok(Some(Scan::Test(test, Box::new(body), other)))
            }
            NodeKind::Block => {
                let list = node.block_get_children()?;
                let count = list.n_ast_node()?;
                let all: Result<Option<Vec<Scan>>> = (0..count)
                    .map(|at| self.node(&list.get_ast_node(at)?))
                    .collect();
                Ok(all?.map(Scan::Block))
            }
            NodeKind::User => {
                // The call of a statement: its name, and the coordinates.
                let call = node.user_get_expr()?;
                let count = call.get_op_n_arg()?;
                let all: Result<Option<Vec<Expr>>> = (1..count)
                    .map(|at| self.value(&call.get_op_arg(at)?))
                    .collect();
                Ok(all?.map(Scan::Point))
            }
            NodeKind::Other => Ok(None),
        }
    }

    fn loop_(&self, node: &ASTNode) -> Result<Option<Scan>> {
        let iterator = node.for_get_iterator()?;
        let iterator = self.name(&iterator)?;
        let first = self.value(&node.for_get_init()?)?;
        let body = self.node(&node.for_get_body()?)?;
        if node.for_is_degenerate()? {
            let both = first.zip(body);
            return Ok(both.map(|(value, body)| {
                body.substitute(&|name| (name == iterator).then(|| value.clone()))
            }));
        }
        let step = self.value(&node.for_get_inc()?)?;
        let condition = self.test(&node.for_get_cond()?)?;
        let step = step.and_then(|step| step.as_constant());
        let dim = self.names.iter().position(|name| *name == iterator);
        let (Some(step), Some(dim), Some(first), Some(condition), Some(body)) =
            (step, dim, first, condition, body)
        else {
            return Ok(None);
        };
        Ok(Some(Scan::Loop {
            dim,
            first,
            condition,
            step,
            body: Box::new(body),
        }))
    }

    fn name(&self, expr: &ASTExpr) -> Result<String> {
        Ok(expr.get_id()?.get_name()?.to_string())
    }

    fn arguments(&self, expr: &ASTExpr) -> Result<Option<Vec<Expr>>> {
        (0..expr.get_op_n_arg()?)
            .map(|at| self.value(&expr.get_op_arg(at)?))
            .collect()
    }

    fn value(&self, expr: &ASTExpr) -> Result<Option<Expr>> {
        match expr.get_type()? {
            ASTExprType::Id => return Ok(Some(Expr::var(&self.name(expr)?))),
            ASTExprType::Int => {
                let value = expr.get_val()?;
                return Ok(Some(Expr::constant(value.get_num_si()?)));
            }
            ASTExprType::Op => {}
            ASTExprType::Error => return Ok(None),
        }
        let operator = expr.get_op_type()?;
        let Some(all) = self.arguments(expr)? else {
            return Ok(None);
        };
        let divided = |all: &[Expr]| {
            let by = all[1].as_constant().filter(|by| *by > 0)?;
            Some((by, all[0].clone().floor_div(by)))
        };
        Ok(match (operator, all.as_slice()) {
            (ASTExprOpType::Max, _) => Expr::max_of(all),
            (ASTExprOpType::Min, _) => Expr::min_of(all),
            (ASTExprOpType::Minus, [a]) => Expr::constant(0).checked_sub(a),
            (ASTExprOpType::Add, [a, b]) => a.checked_add(b),
            (ASTExprOpType::Sub, [a, b]) => a.checked_sub(b),
            (ASTExprOpType::Mul, [a, b]) => a.checked_mul(b),
            (ASTExprOpType::Div | ASTExprOpType::PdivQ, [_, _]) => {
                divided(&all).map(|(_, quotient)| quotient)
            }
            (ASTExprOpType::PdivR | ASTExprOpType::ZdivR, [a, _]) => {
                divided(&all).and_then(|(by, quotient)| {
                    a.checked_sub(&quotient.checked_mul(&Expr::constant(by))?)
                })
            }
            _ => None,
        })
    }

    fn test(&self, expr: &ASTExpr) -> Result<Option<Test>> {
        if expr.get_type()? != ASTExprType::Op {
            return Ok(None);
        }
        let operator = expr.get_op_type()?;
        if let ASTExprOpType::And
        | ASTExprOpType::AndThen
        | ASTExprOpType::Or
        | ASTExprOpType::OrElse = operator
        {
            let all: Result<Option<Vec<Test>>> = (0..expr.get_op_n_arg()?)
                .map(|at| self.test(&expr.get_op_arg(at)?))
                .collect();
            let join: fn(Vec<Test>) -> Test = match operator {
                ASTExprOpType::And | ASTExprOpType::AndThen => Test::All,
                _ => Test::Any,
            };
            return Ok(all?.map(join));
        }
        let Some(all) = self.arguments(expr)? else {
            return Ok(None);
        };
        let [a, b] = all.as_slice() else {
            return Ok(None);
        };
        let (a, b) = (a.clone(), b.clone());
        Ok(match operator {
            ASTExprOpType::Eq => Some(Test::Equal(a, b)),
            ASTExprOpType::Le => Some(Test::AtMost(a, b)),
            ASTExprOpType::Lt => Some(Test::Less(a, b)),
            ASTExprOpType::Ge => Some(Test::AtMost(b, a)),
            ASTExprOpType::Gt => Some(Test::Less(b, a)),
            _ => None,
        })
    }
}
