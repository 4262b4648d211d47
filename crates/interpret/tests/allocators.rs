//! Allocating functions that `c` knows are executed.

mod common;

use c::names::library::ALLOCATORS;
use common::{compared, same};
use interpret::Outcome;

/// A buffer from a function whose first arguments are sizes. It has space for 16 elements, whether
/// the function takes the size first, second, or as a product.
fn with(allocator: &str) -> String {
    format!(
        "void *{allocator}();
         void f(int n, const double *a, double *b)
         {{
             double *t = {allocator}(128ul, 128ul);
             for (int i = 0; i < n; i++) t[i % 16] = 2 * a[i];
             for (int i = n > 16 ? n - 16 : 0; i < n; i++) b[i] = t[i % 16];
         }}"
    )
}

#[test]
fn known_allocators_are_executed() {
    let own = with("malloc").replace("malloc(128ul, 128ul)", "malloc(128ul)");
    for allocator in ALLOCATORS {
        same(&own, &with(allocator));
    }
}

#[test]
fn other_functions_are_not() {
    let outcome = compared(&with("malloc"), &with("my_pool"));
    assert!(!matches!(outcome, Outcome::Same { .. }), "{outcome:?}");
}
