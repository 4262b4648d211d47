//! What an input consists of: the scalars in an element of the type that a pointer points to.

use crate::arithmetic::Scalar;
use program::{Macro, Record, Type, constant_value};
use std::sync::Arc;

/// Elements with more scalars are not built.
const MAX_CELLS: usize = 1024;

/// A sequence of equal elements.
#[derive(Debug)]
pub(crate) struct Layout {
    /// The size of an element.
    pub(crate) bytes: u64,
    /// Its scalars by ascending offset.
    pub(crate) cells: Vec<Cell>,
}

/// A scalar in an element.
#[derive(Debug)]
pub(crate) struct Cell {
    /// Its distance from the start of the element.
    pub(crate) offset: u64,
    /// Its type.
    pub(crate) ty: Scalar,
    /// The name of the member: `.data`, `.pos[2]`; empty for an element that is a scalar.
    pub(crate) name: String,
    /// What it points to, if it is a pointer.
    pub(crate) pointee: Option<Arc<Type>>,
}

/// The scalar type of a type.
pub(crate) fn scalar(ty: &Type) -> Option<Scalar> {
    match ty {
        Type::Integer(ty) => Some(Scalar::Int(*ty)),
        Type::Floating(4) => Some(Scalar::F32),
        Type::Floating(8) => Some(Scalar::F64),
        Type::Floating(16) => Some(Scalar::Long),
        Type::Pointer(_) => Some(Scalar::Pointer),
        _ => None,
    }
}

/// The type of a part of a complex type.
pub(crate) fn complex_part(ty: &Type) -> Option<Scalar> {
    match ty {
        Type::Complex(bytes) => scalar(&Type::Floating(*bytes)),
        _ => None,
    }
}

impl Layout {
    /// The layout of an object of a type, arrays as sequences of their innermost elements. `None`
    /// if the type does not tell.
    pub(crate) fn of(ty: &Type, macros: &[Macro]) -> Option<Arc<Layout>> {
        let mut element = ty;
        while let Type::Array { element: inner, .. } = element {
            element = inner;
        }
        let mut cells = Vec::new();
        add_cells(element, 0, "", macros, &mut cells)?;
        let bytes = size(element, macros)?;
        Some(Arc::new(Layout { bytes, cells }))
    }

    /// A sequence of scalars.
    pub(crate) fn scalars(ty: Scalar) -> Arc<Layout> {
        let cell = Cell {
            offset: 0,
            ty,
            name: String::new(),
            pointee: None,
        };
        Arc::new(Layout {
            bytes: ty.bytes() as u64,
            cells: vec![cell],
        })
    }

    /// The scalar that contains a byte of an object, and the number of its element.
    pub(crate) fn cell_at(&self, offset: i64) -> Option<(i64, &Cell)> {
        let (element, inside) = self.split(offset);
        let has = |cell: &&Cell| {
            (cell.offset..cell.offset + cell.ty.bytes() as u64).contains(&(inside as u64))
        };
        self.cells.iter().find(has).map(|cell| (element, cell))
    }

    /// The element that contains a byte, and the place of the byte in it.
    pub(crate) fn split(&self, offset: i64) -> (i64, i64) {
        let bytes = self.bytes.max(1) as i64;
        (offset.div_euclid(bytes), offset.rem_euclid(bytes))
    }
}

fn add_cells(
    ty: &Type,
    offset: u64,
    name: &str,
    macros: &[Macro],
    cells: &mut Vec<Cell>,
) -> Option<()> {
    if let Some(scalar) = scalar(ty) {
        let pointee = match ty {
            Type::Pointer(to) => Some(to.clone()),
            _ => None,
        };
        cells.push(Cell {
            offset,
            ty: scalar,
            name: name.to_string(),
            pointee,
        });
        return (cells.len() <= MAX_CELLS).then_some(());
    }
    match ty {
        Type::Complex(bytes) => [(0, "real"), (u64::from(*bytes), "imaginary")]
            .into_iter()
            .try_for_each(|(at, part)| {
                let (part, name) = (Type::Floating(*bytes), format!("{name} ({part} part)"));
                add_cells(&part, offset + at, &name, macros, cells)
            }),
        Type::Record(record) => add_members(record, offset, name, macros, cells),
        Type::Array { element, length } => {
            let length = constant_value(length.as_deref()?, macros)?;
            let bytes = size(element, macros)?;
            (0..u64::try_from(length).ok()?.min(MAX_CELLS as u64 + 1)).try_for_each(|n| {
                let name = format!("{name}[{n}]");
                add_cells(element, offset + n * bytes, &name, macros, cells)
            })
        }
        _ => None,
    }
}

fn add_members(
    record: &Record,
    offset: u64,
    name: &str,
    macros: &[Macro],
    cells: &mut Vec<Cell>,
) -> Option<()> {
    // Of a union the first member is filled, as by an initialiser.
    let members = match record.is_union {
        true => &record.members[..record.members.len().min(1)],
        false => &record.members[..],
    };
    members.iter().try_for_each(|member| {
        let name = format!("{name}.{}", member.name);
        add_cells(&member.ty, offset + member.offset, &name, macros, cells)
    })
}

/// The lengths of an array of arrays, outermost first, as far as they are constant.
pub(crate) fn lengths(ty: &Type, macros: &[Macro]) -> Vec<u64> {
    let mut lengths = Vec::new();
    let mut ty = ty;
    while let Type::Array { element, length } = ty {
        let length = length
            .as_deref()
            .and_then(|length| constant_value(length, macros));
        lengths.push(
            length
                .and_then(|length| u64::try_from(length).ok())
                .unwrap_or(0),
        );
        ty = element;
    }
    lengths
}

/// The bytes of an innermost row of an array of arrays; zero for other types, and if the length is
/// not constant.
pub(crate) fn row_bytes(ty: &Type, macros: &[Macro]) -> u64 {
    match ty {
        Type::Array { element, .. } => match &**element {
            Type::Array { element: inner, .. } if matches!(**inner, Type::Array { .. }) => {
                row_bytes(element, macros)
            }
            Type::Array { .. } => size(element, macros).unwrap_or(0),
            _ => 0,
        },
        _ => 0,
    }
}

/// The size of a type whose lengths are constant.
fn size(ty: &Type, macros: &[Macro]) -> Option<u64> {
    match ty {
        Type::Record(record) => Some(record.bytes),
        Type::Complex(part) => Some(2 * u64::from(*part)),
        Type::Array { element, length } => {
            let length = u64::try_from(constant_value(length.as_deref()?, macros)?).ok()?;
            size(element, macros)?.checked_mul(length)
        }
        _ => scalar(ty).map(|scalar| scalar.bytes() as u64),
    }
}
