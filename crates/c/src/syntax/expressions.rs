//! Classes of operators and expressions by their form alone.

use lang_c::ast::{
    BinaryOperator, Expression, SpecifierQualifier, TypeName, TypeSpecifier, UnaryOperator,
};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};

/// `root[s1]...[sk]`
pub struct Chain<'e> {
    /// The operand of the subscripts.
    pub root: &'e Node<Expression>,
    /// The subscripts, outermost first.
    pub steps: Vec<&'e Node<Expression>>,
}

impl<'e> Chain<'e> {
    /// Splits an expression into root and subscripts.
    pub fn of(expression: &'e Node<Expression>) -> Self {
        let mut steps = Vec::new();
        let mut root = expression;
        while let Expression::BinaryOperator(binary) = &root.node
            && binary.node.operator.node == BinaryOperator::Index
        {
            steps.push(&*binary.node.rhs);
            root = &binary.node.lhs;
        }
        steps.reverse();
        Chain { root, steps }
    }

    /// The name of the root, if it is one.
    pub fn name(&self) -> Option<&'e str> {
        match &self.root.node {
            Expression::Identifier(name) => Some(&name.node.name),
            _ => None,
        }
    }
}

/// `=`, `+=`, ...
pub fn is_assignment(operator: &BinaryOperator) -> bool {
    matches!(
        operator,
        BinaryOperator::Assign
            | BinaryOperator::AssignMultiply
            | BinaryOperator::AssignDivide
            | BinaryOperator::AssignModulo
            | BinaryOperator::AssignPlus
            | BinaryOperator::AssignMinus
            | BinaryOperator::AssignShiftLeft
            | BinaryOperator::AssignShiftRight
            | BinaryOperator::AssignBitwiseAnd
            | BinaryOperator::AssignBitwiseXor
            | BinaryOperator::AssignBitwiseOr
    )
}

/// `++` and `--`.
pub fn is_step(operator: &UnaryOperator) -> bool {
    matches!(
        operator,
        UnaryOperator::PostIncrement
            | UnaryOperator::PostDecrement
            | UnaryOperator::PreIncrement
            | UnaryOperator::PreDecrement
    )
}

/// `(void)name`, which keeps compilers from warning of an unused parameter. It is no use.
pub fn is_discarded(expression: &Expression) -> bool {
    let Expression::Cast(cast) = expression else {
        return false;
    };
    is_void(&cast.node.type_name.node)
        && matches!(cast.node.expression.node, Expression::Identifier(_))
}

/// Whether the type is `void`.
pub fn is_void(name: &TypeName) -> bool {
    let is_void = |s: &Node<SpecifierQualifier>| matches!(&s.node, SpecifierQualifier::TypeSpecifier(t) if t.node == TypeSpecifier::Void);
    name.declarator.is_none() && name.specifiers.iter().all(is_void)
}

/// Whether a function of the compiler may leave its arguments unevaluated.
pub fn leaves_unevaluated(name: &str) -> bool {
    matches!(
        name,
        "__builtin_choose_expr"
            | "__builtin_classify_type"
            | "__builtin_constant_p"
            | "__builtin_dynamic_object_size"
            | "__builtin_has_attribute"
            | "__builtin_object_size"
            | "__builtin_types_compatible_p"
    )
}

/// 1 for `++`, -1 for `--`.
pub fn step_of(operator: &UnaryOperator) -> Option<i64> {
    match operator {
        UnaryOperator::PostIncrement | UnaryOperator::PreIncrement => Some(1),
        UnaryOperator::PostDecrement | UnaryOperator::PreDecrement => Some(-1),
        _ => None,
    }
}

/// `+` for `+=`.
pub fn underlying(operator: &BinaryOperator) -> Option<BinaryOperator> {
    Some(match operator {
        BinaryOperator::AssignMultiply => BinaryOperator::Multiply,
        BinaryOperator::AssignDivide => BinaryOperator::Divide,
        BinaryOperator::AssignModulo => BinaryOperator::Modulo,
        BinaryOperator::AssignPlus => BinaryOperator::Plus,
        BinaryOperator::AssignMinus => BinaryOperator::Minus,
        BinaryOperator::AssignShiftLeft => BinaryOperator::ShiftLeft,
        BinaryOperator::AssignShiftRight => BinaryOperator::ShiftRight,
        BinaryOperator::AssignBitwiseAnd => BinaryOperator::BitwiseAnd,
        BinaryOperator::AssignBitwiseXor => BinaryOperator::BitwiseXor,
        BinaryOperator::AssignBitwiseOr => BinaryOperator::BitwiseOr,
        _ => return None,
    })
}

/// The expression without the casts around it.
pub fn without_casts(mut expression: &Expression) -> &Expression {
    while let Expression::Cast(cast) = expression {
        expression = &cast.node.expression.node;
    }
    expression
}

/// `k++` and `k--`: the value of the expression is the earlier one.
pub fn is_postfix(operator: &UnaryOperator) -> bool {
    matches!(
        operator,
        UnaryOperator::PostIncrement | UnaryOperator::PostDecrement
    )
}

/// Whether parts of the expression are evaluated in order, or conditionally.
pub fn is_sequenced(expression: &Node<Expression>) -> bool {
    struct Sequenced(bool);
    impl<'a> Visit<'a> for Sequenced {
        fn visit_expression(&mut self, expression: &'a Expression, span: &'a Offsets) {
            self.0 |= match expression {
                Expression::Comma(_)
                | Expression::Conditional(_)
                | Expression::Statement(_)
                | Expression::GenericSelection(_)
                | Expression::SizeOfVal(_) => true,
                Expression::BinaryOperator(b) => matches!(
                    b.node.operator.node,
                    BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr
                ),
                _ => false,
            };
            visit::visit_expression(self, expression, span);
        }
    }
    let mut sequenced = Sequenced(false);
    sequenced.visit_expression(&expression.node, &expression.span);
    sequenced.0
}

/// Whether a comparison may bound a loop: any except `==`.
pub fn is_relation(operator: &BinaryOperator) -> bool {
    matches!(
        operator,
        BinaryOperator::Less
            | BinaryOperator::LessOrEqual
            | BinaryOperator::Greater
            | BinaryOperator::GreaterOrEqual
            | BinaryOperator::NotEquals
    )
}

/// Whether an operator is a comparison.
pub fn is_comparison(operator: &BinaryOperator) -> bool {
    is_relation(operator) || *operator == BinaryOperator::Equals
}

/// The terms of a conjunction, from left to right.
pub fn conjuncts(expression: &Node<Expression>) -> Vec<&Node<Expression>> {
    match &expression.node {
        Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::LogicalAnd => {
            let mut terms = conjuncts(&b.node.lhs);
            terms.extend(conjuncts(&b.node.rhs));
            terms
        }
        _ => vec![expression],
    }
}

/// The parts of `a, b, c`.
pub fn listed(expression: &Node<Expression>) -> Vec<&Node<Expression>> {
    match &expression.node {
        Expression::Comma(list) => list.iter().collect(),
        _ => vec![expression],
    }
}

/// `a < b` and `a <= b`.
pub fn relation(
    condition: &Node<Expression>,
) -> Option<(BinaryOperator, &Node<Expression>, &Node<Expression>)> {
    [BinaryOperator::Less, BinaryOperator::LessOrEqual]
        .into_iter()
        .find_map(|operator| {
            let (left, right) = sides(condition, &operator)?;
            Some((operator, left, right))
        })
}

/// The two sides of an operator.
pub fn sides<'e>(
    expression: &'e Node<Expression>,
    operator: &BinaryOperator,
) -> Option<(&'e Node<Expression>, &'e Node<Expression>)> {
    match &expression.node {
        Expression::BinaryOperator(b) if b.node.operator.node == *operator => {
            Some((&b.node.lhs, &b.node.rhs))
        }
        _ => None,
    }
}
