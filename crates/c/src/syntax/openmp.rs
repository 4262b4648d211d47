//! The text of a `#pragma omp`: its directive and its clauses. Knows nothing of the code below it.

use source::Word;
use std::iter::Peekable;

/// Deeper nests of loops are not analysed: sets grow with every dimension.
pub const MOST_LOOPS: usize = 16;

/// A directive that is understood, with its clauses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Directive {
    /// Its kind.
    pub kind: Kind,
    /// The names in its clauses.
    pub named: Vec<(Role, String)>,
    /// How many loops it applies to.
    pub collapse: Count,
    /// Whether threads proceed at its end without waiting for each other.
    pub nowait: bool,
    /// `default(none)`: names of the function must be listed to be used.
    pub closed: bool,
}

/// The effect of a directive on the statement below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Each thread of a new team executes it.
    Parallel,
    /// A new team shares the iterations of a loop.
    ParallelLoop,
    /// The team shares the iterations of a loop.
    Loop,
    /// Lanes of a vector share the iterations of a loop.
    Simd,
    /// A new team shares parts of a block.
    ParallelSections,
    /// The team shares parts of a block.
    Sections,
    /// Begins a part of that block.
    Section,
    /// One thread executes it.
    Single,
    /// The first thread executes it; no thread waits.
    Master,
    /// One thread at a time executes it.
    Critical,
    /// A single access, which is atomic.
    Atomic,
    /// Alone: threads wait for each other.
    Barrier,
    /// Alone: orders what threads see of each other's memory, or waits for tasks.
    Flush,
}

impl Kind {
    /// Whether it makes a team of threads.
    pub fn makes_team(self) -> bool {
        matches!(
            self,
            Kind::Parallel | Kind::ParallelLoop | Kind::ParallelSections
        )
    }

    /// Whether it distributes work among the threads of the team around it.
    pub fn is_shared_out(self) -> bool {
        matches!(
            self,
            Kind::Loop | Kind::Sections | Kind::Single | Kind::Master
        )
    }

    /// Whether it applies to the parts of the loop or block below it, which must follow directly.
    pub fn takes_statement_apart(self) -> bool {
        matches!(
            self,
            Kind::ParallelLoop | Kind::Loop | Kind::Simd | Kind::ParallelSections | Kind::Sections
        )
    }

    /// Whether it has no statement of its own.
    pub fn stands_alone(self) -> bool {
        matches!(self, Kind::Barrier | Kind::Flush)
    }
}

/// The role of a name in a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Each thread has its own object, without a value.
    Private,
    /// Each thread has its own object, which starts as a copy.
    FirstPrivate,
    /// Each thread has its own object; the last one is kept.
    LastPrivate,
    /// Each thread has its own object; all are combined.
    Reduction,
    /// Grows with the iteration.
    Linear,
    /// Its address is aligned.
    Aligned,
    /// All threads share a single object.
    Shared,
    /// An expression of a clause mentions it.
    Mentioned,
}

impl Role {
    /// The name of the clause.
    pub fn clause(self) -> &'static str {
        match self {
            Role::Private => "private",
            Role::FirstPrivate => "firstprivate",
            Role::LastPrivate => "lastprivate",
            Role::Reduction => "reduction",
            Role::Linear => "linear",
            Role::Aligned => "aligned",
            Role::Shared => "shared",
            Role::Mentioned => "if",
        }
    }

    /// Whether each thread has an object of its own under this name.
    pub fn is_own(self) -> bool {
        matches!(
            self,
            Role::Private | Role::FirstPrivate | Role::LastPrivate | Role::Reduction | Role::Linear
        )
    }

    /// Whether the object's value depends on more than the assignments in the text.
    pub fn is_computed(self) -> bool {
        matches!(self, Role::Reduction | Role::Linear)
    }
}

/// A number in a clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Count {
    /// As written.
    Number(usize),
    /// The value of a macro.
    Macro(String),
}

/// Whether a pragma is one of OpenMP.
pub fn is_openmp(text: &str) -> bool {
    text.split_whitespace().next() == Some("omp")
}

/// Whether a pragma says of a loop what `omp simd` says: `ivdep`, `GCC ivdep`, `clang loop
/// vectorize(assume_safety)`.
pub fn is_ivdep(text: &str) -> bool {
    let mut words = source::names(text);
    match words.next() {
        Some("ivdep") => true,
        Some("GCC") => words.next() == Some("ivdep"),
        Some("clang") => words.next() == Some("loop") && words.any(|w| w == "assume_safety"),
        _ => false,
    }
}

/// Whether a pragma of OpenMP lets threads leave the construct around it early: `cancel`,
/// `cancellation point`.
pub(crate) fn may_cancel(text: &str) -> bool {
    let second = text.split_whitespace().nth(1).unwrap_or("");
    is_openmp(text) && second.starts_with("cancel")
}

/// Whether a pragma of OpenMP applies to the function that is declared below it, and to its
/// parameters.
pub fn is_of_function(text: &str) -> bool {
    let mut words = source::names(text);
    is_openmp(text)
        && words.nth(1) == Some("declare")
        && matches!(words.next(), Some("simd" | "variant"))
}

/// Whether a directive that is not understood concerns threads of an existing team.
pub(crate) fn needs_team(text: &str) -> bool {
    let second = text.split_whitespace().nth(1).unwrap_or("");
    !matches!(second, "parallel" | "target" | "teams")
}

/// Reads `omp parallel for private(i) ...`, or an equivalent of `omp simd`; `None` if a word of it
/// is not understood.
pub fn read(text: &str) -> Option<Directive> {
    let text = if is_ivdep(text) { "omp simd" } else { text };
    let tokens = tokens(text.trim().strip_prefix("omp")?)?;
    let mut words = tokens.iter().map(|word| word.text.as_str()).peekable();
    let mut directive = Directive {
        kind: kind(&mut words)?,
        named: Vec::new(),
        collapse: Count::Number(1),
        nowait: false,
        closed: false,
    };
    match directive.kind {
        Kind::Critical | Kind::Atomic => return Some(directive),
        Kind::Flush if words.peek() == Some(&"(") => {
            let names = names(arguments(&mut words)?)?;
            directive.add(Role::Mentioned, names);
        }
        _ => {}
    }
    while let Some(word) = words.next() {
        if word != "," {
            clause(&mut directive, word, &mut words)?;
        }
    }
    Some(directive)
}

/// Whether the names in a pragma of OpenMP are in clauses that are read with the statement below.
pub fn names_objects(text: &str) -> bool {
    let directive = read(text).filter(|_| is_openmp(text));
    directive.is_some_and(|d| !d.kind.stands_alone() || d.named.is_empty())
}

impl Directive {
    fn add(&mut self, role: Role, names: Vec<String>) {
        self.named
            .extend(names.into_iter().map(|name| (role, name)));
    }

    /// The roles of a name in its clauses.
    pub fn roles<'d>(&'d self, name: &'d str) -> impl Iterator<Item = Role> + 'd {
        let own = self.named.iter().filter(move |(_, n)| n == name);
        own.map(|(role, _)| *role)
    }
}

fn kind<'t>(words: &mut Peekable<impl Iterator<Item = &'t str>>) -> Option<Kind> {
    Some(match words.next()? {
        "parallel" => combined(words),
        "for" => {
            words.next_if_eq(&"simd");
            Kind::Loop
        }
        "simd" => Kind::Simd,
        "sections" => Kind::Sections,
        "section" => Kind::Section,
        "single" => Kind::Single,
        "master" | "masked" => Kind::Master,
        "critical" => Kind::Critical,
        "atomic" => Kind::Atomic,
        "barrier" => Kind::Barrier,
        "flush" | "taskwait" | "taskyield" => Kind::Flush,
        _ => return None,
    })
}

/// The kind after `parallel`.
fn combined<'t>(words: &mut Peekable<impl Iterator<Item = &'t str>>) -> Kind {
    if words.next_if_eq(&"for").is_some() {
        words.next_if_eq(&"simd");
        return Kind::ParallelLoop;
    }
    match words.next_if_eq(&"sections") {
        Some(_) => Kind::ParallelSections,
        None => Kind::Parallel,
    }
}

fn clause<'t>(
    directive: &mut Directive,
    word: &str,
    words: &mut Peekable<impl Iterator<Item = &'t str>>,
) -> Option<()> {
    let role = match word {
        "private" => Role::Private,
        "firstprivate" => Role::FirstPrivate,
        "lastprivate" => Role::LastPrivate,
        "reduction" => Role::Reduction,
        "linear" => Role::Linear,
        "aligned" => Role::Aligned,
        "shared" => Role::Shared,
        "nowait" => {
            directive.nowait = true;
            return words.next_if_eq(&"(").is_none().then_some(());
        }
        "ordered" if words.peek() != Some(&"(") => return Some(()),
        _ => return setting(directive, word, arguments(words)?),
    };
    let arguments = arguments(words)?;
    let listed = match role {
        // After `inscan` the iterations are executed in two parts, after `task` by tasks.
        Role::Reduction if matches!(arguments[..], ["inscan" | "task", ",", ..]) => return None,
        Role::Reduction | Role::LastPrivate => after_colon(&arguments),
        Role::Linear | Role::Aligned => before_colon(&arguments),
        _ => &arguments[..],
    };
    directive.add(role, names(listed.to_vec())?);
    Some(())
}

/// Reads a clause with one argument that is no list of names.
fn setting(directive: &mut Directive, word: &str, arguments: Vec<&str>) -> Option<()> {
    match word {
        "default" => match arguments[..] {
            ["shared"] => {}
            ["none"] => directive.closed = true,
            // All names that are not listed are private.
            _ => return None,
        },
        // Threads may ask for different numbers, so that several execute the statement.
        "filter" if !matches!(arguments[..], [number] if number.parse::<u32>().is_ok()) => {
            return None;
        }
        "collapse" | "ordered" => {
            let count = count(&arguments)?;
            if word == "collapse" {
                directive.collapse = count;
            }
        }
        "schedule" | "num_threads" | "if" | "safelen" | "simdlen" | "proc_bind" | "filter" => {
            let mentioned = arguments.iter().filter(|word| is_name(word));
            let mentioned = mentioned.map(|word| word.to_string()).collect();
            directive.add(Role::Mentioned, mentioned);
        }
        _ => return None,
    }
    Some(())
}

fn count(arguments: &[&str]) -> Option<Count> {
    let [only] = arguments else {
        return None;
    };
    match only.parse() {
        Ok(number) => (1..=MOST_LOOPS)
            .contains(&number)
            .then_some(Count::Number(number)),
        Err(_) => is_name(only).then(|| Count::Macro(only.to_string())),
    }
}

/// The words between `(` and its `)`.
fn arguments<'t>(words: &mut Peekable<impl Iterator<Item = &'t str>>) -> Option<Vec<&'t str>> {
    words.next_if_eq(&"(")?;
    let mut inside = Vec::new();
    let mut depth = 0u32;
    loop {
        let word = words.next()?;
        match word {
            ")" if depth == 0 => return Some(inside),
            "(" | "[" => depth += 1,
            ")" | "]" => depth = depth.checked_sub(1)?,
            _ => {}
        }
        inside.push(word);
    }
}

/// The index of the first `:` outside of brackets.
fn colon(words: &[&str]) -> Option<usize> {
    let mut depth = 0i32;
    words.iter().position(|word| {
        match *word {
            "(" | "[" => depth += 1,
            ")" | "]" => depth -= 1,
            _ => {}
        }
        *word == ":" && depth == 0
    })
}

fn after_colon<'w, 't>(words: &'w [&'t str]) -> &'w [&'t str] {
    colon(words).map_or(words, |at| &words[at + 1..])
}

fn before_colon<'w, 't>(words: &'w [&'t str]) -> &'w [&'t str] {
    colon(words).map_or(words, |at| &words[..at])
}

/// The names of `a, b[0:n]`.
fn names(words: Vec<&str>) -> Option<Vec<String>> {
    let mut names = Vec::new();
    let mut depth = 0i32;
    let mut is_start = true;
    for word in words {
        match word {
            "[" => depth += 1,
            "]" => depth -= 1,
            "," if depth == 0 && !is_start => is_start = true,
            _ if depth > 0 => {}
            name if is_start && is_name(name) => {
                names.push(name.to_string());
                is_start = false;
            }
            _ => return None,
        }
    }
    (!is_start && depth == 0).then_some(names)
}

/// Whether a word is a name.
fn is_name(word: &str) -> bool {
    let first = word.chars().next();
    first.is_some_and(|c| is_letter(c) && !c.is_ascii_digit())
}

fn is_letter(c: char) -> bool {
    c == '_' || c == '$' || c.is_alphanumeric() || !c.is_ascii()
}

/// The words of a text; `None` where parentheses do not match.
fn tokens(text: &str) -> Option<Vec<Word>> {
    let tokens = source::words(text);
    let mut depth = 0i32;
    let is_open = |word: &Word| {
        depth += match word.text.as_str() {
            "(" => 1,
            ")" => -1,
            _ => 0,
        };
        depth >= 0
    };
    (tokens.iter().all(is_open) && depth == 0).then_some(tokens)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(text: &str) -> Vec<(Role, String)> {
        read(text).map(|d| d.named).unwrap_or_default()
    }

    #[test]
    fn directives_are_told_apart() {
        let kinds = [
            ("omp parallel for", Kind::ParallelLoop),
            (
                "omp parallel for simd schedule(static, N / 4)",
                Kind::ParallelLoop,
            ),
            (
                "omp parallel num_threads(omp_get_num_procs())",
                Kind::Parallel,
            ),
            ("omp parallel sections", Kind::ParallelSections),
            ("omp for simd collapse(2) nowait", Kind::Loop),
            ("omp simd safelen(8), aligned(p : 64)", Kind::Simd),
            ("omp masked", Kind::Master),
            ("omp masked filter(2)", Kind::Master),
            ("omp critical (update)", Kind::Critical),
            ("omp atomic capture seq_cst", Kind::Atomic),
            ("omp barrier", Kind::Barrier),
            ("omp flush(done)", Kind::Flush),
        ];
        for (text, kind) in kinds {
            assert_eq!(read(text).map(|d| d.kind), Some(kind), "{text}");
        }
    }

    #[test]
    fn what_is_not_understood_is_none() {
        for text in [
            "omp task",
            "omp target map(a)",
            "omp parallel for copyin(a)",
            "omp parallel private(i",
            "omp parallel private(i))",
            "omp parallel private(,)",
            "omp for collapse(0)",
            "omp for collapse(1 + 1)",
            "omp for collapse",
            "omp simd linear(val(x) : 2)",
            "omp parallel for private",
            "omp ordered",
            "omp parallel default(private)",
            "omp parallel default(firstprivate) shared(a)",
            "omp masked filter(thread)",
            "omp for reduction(inscan, + : s)",
            "omp parallel master taskloop",
            "omp",
            "",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn clauses_name_objects() {
        let role = |role, name: &str| (role, name.to_string());
        assert_eq!(
            named("omp parallel for private(i,j) reduction(+ : s, a[0:n]) shared ( b )"),
            [
                role(Role::Private, "i"),
                role(Role::Private, "j"),
                role(Role::Reduction, "s"),
                role(Role::Reduction, "a"),
                role(Role::Shared, "b"),
            ]
        );
        assert_eq!(
            named("omp for lastprivate(conditional: x) linear(k:2) firstprivate(q)"),
            [
                role(Role::LastPrivate, "x"),
                role(Role::Linear, "k"),
                role(Role::FirstPrivate, "q"),
            ]
        );
        assert_eq!(
            named("omp parallel if(parallel: n > t[0])"),
            ["parallel", "n", "t"].map(|name| role(Role::Mentioned, name))
        );
    }

    #[test]
    fn settings_are_read() {
        let closed = |text: &str| read(text).map(|d| d.closed);
        assert_eq!(closed("omp parallel default(none) shared(a)"), Some(true));
        assert_eq!(closed("omp parallel default(shared)"), Some(false));
        let collapse = |text: &str| read(text).map(|d| d.collapse);
        assert_eq!(collapse("omp for collapse(3)"), Some(Count::Number(3)));
        assert_eq!(
            collapse("omp for collapse(DEPTH)"),
            Some(Count::Macro("DEPTH".to_string()))
        );
        assert_eq!(read("omp for nowait").map(|d| d.nowait), Some(true));
    }
}
