//! The lattice of a modular mapping: the differences of elements that share a cell.

use crate::MappingEvidence;

/// Sums of moduli beyond this are not searched for a basis.
const LARGEST: i64 = 4_096;

impl MappingEvidence {
    /// Whether elements with this difference share a cell.
    pub(super) fn shares(&self, difference: &[i64]) -> bool {
        let rows = self.matrix.iter().zip(&self.moduli);
        rows.into_iter().all(|(row, modulus)| {
            let sum = row
                .iter()
                .zip(difference)
                .map(|(m, d)| i128::from(*m) * i128::from(*d));
            sum.sum::<i128>() % i128::from(*modulus).max(1) == 0
        })
    }

    /// Two short vectors whose sums and multiples are the whole lattice, for two dimensions.
    pub(super) fn basis(&self) -> Option<[[i64; 2]; 2]> {
        let period = self
            .moduli
            .iter()
            .try_fold(1_i64, |all, m| all.checked_mul(*m))?;
        if period > LARGEST {
            return None;
        }
        let across = (1..=period).find(|x| self.shares(&[0, *x]))?;
        let up = (1..=period).find_map(|y| {
            let x = (0..across).find(|x| self.shares(&[y, *x]))?;
            Some([y, x])
        })?;
        Some(reduced([[0, across], up]))
    }
}

/// Lagrange's reduction of a basis: two shortest independent vectors of its lattice.
fn reduced([mut short, mut long]: [[i64; 2]; 2]) -> [[i64; 2]; 2] {
    let product = |a: [i64; 2], b: [i64; 2]| a[0] * b[0] + a[1] * b[1];
    loop {
        if product(short, short) > product(long, long) {
            (short, long) = (long, short);
        }
        let length = product(short, short).max(1);
        let times = (2 * product(short, long) + length).div_euclid(2 * length);
        if times == 0 {
            return [short, long];
        }
        let next = [long[0] - times * short[0], long[1] - times * short[1]];
        if product(next, next) >= product(long, long) {
            return [short, long];
        }
        long = next;
    }
}

#[cfg(test)]
mod tests {
    use crate::MappingEvidence;

    fn mapping(matrix: &[&[i64]], moduli: &[i64]) -> MappingEvidence {
        MappingEvidence {
            matrix: matrix.iter().map(|row| row.to_vec()).collect(),
            moduli: moduli.to_vec(),
        }
    }

    #[test]
    fn the_cell_of_a_basis_is_as_large_as_the_storage() {
        let cases = [
            mapping(&[&[0, 1], &[1, 0]], &[2, 12]),
            mapping(&[&[1, -1]], &[23]),
            mapping(&[&[-2, 1]], &[23]),
            mapping(&[&[1, 0], &[0, 1]], &[3, 16]),
        ];
        for mapping in cases {
            let [a, b] = mapping.basis().unwrap();
            let cells: i64 = mapping.moduli.iter().product();
            assert_eq!((a[0] * b[1] - a[1] * b[0]).abs(), cells, "{mapping:?}");
            assert!(mapping.shares(&a) && mapping.shares(&b));
        }
    }

    #[test]
    fn one_cell_is_shared_by_all() {
        let one = mapping(&[], &[]);
        assert!(one.shares(&[3, -4]));
        assert_eq!(one.basis().map(|[a, _]| a[0].abs() + a[1].abs()), Some(1));
    }
}
