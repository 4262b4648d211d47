//! The heads of the functions of one file.

use super::super::outside::{declared_names, words};
use super::claims::Claims;
use c::facts::pragmas::concern::Concern;
use c::facts::translation::Translation;
use c::names::file::{File, Function};
use c::syntax::attributes::attributes_in;
use c::syntax::openmp;
use front::Program;
use source::{Declaration, Span, Unit};
use std::collections::{BTreeMap, BTreeSet};

/// The heads of the functions of one file.
pub(super) struct FileHeads<'h> {
    unit: &'h Unit,
    file: &'h File<'h>,
    functions: BTreeMap<&'h str, Head>,
    /// The objects at file scope by name, with the words of their declarations.
    globals: BTreeMap<&'h str, BTreeSet<&'h str>>,
    /// What the user declares of functions of other files.
    others: BTreeMap<String, Claims>,
    /// The pragmas that name objects and functions.
    pragmas: BTreeMap<String, BTreeSet<String>>,
}

/// What is around the body of a function.
pub(super) struct Head {
    linkage: Linkage,
    claims: Claims,
    translation: Translation,
    /// The text, if something is promised of it.
    pub(super) promised: Option<String>,
    /// The functions of the file that it names.
    callees: BTreeSet<String>,
    /// The objects at file scope that it names, and those that their initial values name.
    pub(super) objects: BTreeSet<String>,
    /// The functions of other files that it names and that have attributes.
    pub(super) others: BTreeSet<String>,
}

/// Who may call a function by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Linkage {
    /// Its file.
    Static,
    /// All files.
    Extern,
    /// `inline` without `static`: whether each of its declarations is `extern`, and `inline`.
    Inline(BTreeSet<(bool, bool)>),
}

impl Head {
    pub(super) fn linkage(&self) -> &Linkage {
        &self.linkage
    }

    pub(super) fn claims(&self) -> &Claims {
        &self.claims
    }

    pub(super) fn translation(&self) -> &Translation {
        &self.translation
    }
}

impl<'h> FileHeads<'h> {
    pub(super) fn of(program: &'h Program<'h>) -> Self {
        let contents = program.contents();
        let mut heads = FileHeads {
            unit: contents.unit,
            file: &contents.file,
            functions: BTreeMap::new(),
            globals: BTreeMap::new(),
            others: others(contents.unit, &contents.file),
            pragmas: named_in_pragmas(contents.unit),
        };
        for global in &contents.file.globals {
            if let Some(declaration) = contents.unit.declaration_at(global.at.start) {
                let range = declaration.at.start as usize..declaration.at.end as usize;
                let own = heads.globals.entry(&global.name).or_default();
                own.extend(words(contents.unit, range));
            }
        }
        let inline = inline(contents.unit);
        for (index, function) in contents.file.functions.iter().enumerate() {
            let range = program.range(index).unwrap_or(function.range());
            let all: Vec<&str> = words(contents.unit, range).collect();
            let words = all.iter().copied().collect();
            let mut head = heads.head_of(function, &words, &inline);
            head.promised = head.claims.about_body().map(|_| all.join(" "));
            heads.functions.insert(&function.name, head);
        }
        heads
    }

    fn head_of(
        &self,
        function: &Function<'_>,
        words: &BTreeSet<&str>,
        inline: &BTreeMap<String, BTreeSet<(bool, bool)>>,
    ) -> Head {
        let linkage = match inline.get(&function.name) {
            _ if function.is_static => Linkage::Static,
            Some(ways) => Linkage::Inline(ways.clone()),
            None => Linkage::Extern,
        };
        let mut claims = Claims::of_function(self.file.attributes.written(&function.name));
        self.add_pragmas(&function.name, &mut claims);
        let defined = |word: &&&str| self.file.definition(word).is_some();
        let callees = words.iter().filter(defined);
        let others = words.iter().filter(|word| self.others.contains_key(**word));
        Head {
            linkage,
            claims,
            translation: Translation::of(self.unit, self.file, function),
            promised: None,
            callees: callees.map(|word| word.to_string()).collect(),
            objects: self.objects_among(words),
            others: others.map(|word| word.to_string()).collect(),
        }
    }

    /// The objects at file scope with these names, and those that their declarations name.
    fn objects_among(&self, words_of_function: &BTreeSet<&str>) -> BTreeSet<String> {
        let mut found: BTreeSet<&str> = BTreeSet::new();
        let mut open: Vec<&str> = words_of_function.iter().copied().collect();
        while let Some(word) = open.pop() {
            if let Some((name, others)) = self.globals.get_key_value(word)
                && found.insert(name)
            {
                open.extend(others);
            }
        }
        found.into_iter().map(str::to_string).collect()
    }

    pub(super) fn head(&self, name: &str) -> Option<&Head> {
        self.functions.get(name)
    }

    /// Where the file names a function that it defines.
    pub(super) fn place(&self, name: &str) -> Option<Span> {
        let at = self.file.functions[self.file.definition(name)?].name_at;
        self.unit.nearest_span(at..at + 1)
    }

    /// A function and those that it calls, directly or through others.
    pub(super) fn reached(&self, name: &str) -> BTreeSet<&str> {
        let mut found = BTreeSet::new();
        let mut open = vec![name];
        while let Some((name, head)) = open.pop().and_then(|n| self.functions.get_key_value(n)) {
            if found.insert(*name) {
                open.extend(head.callees.iter().map(String::as_str));
            }
        }
        found
    }

    /// The objects that these functions need.
    pub(super) fn objects_of(&self, functions: &BTreeSet<&str>) -> BTreeSet<String> {
        let heads = functions.iter().filter_map(|name| self.head(name));
        heads
            .flat_map(|head| head.objects.iter().cloned())
            .collect()
    }

    /// The functions that are executed before `main`.
    pub(super) fn starters(&self) -> impl Iterator<Item = &str> {
        let all = self.functions.iter();
        all.filter(|(_, head)| head.claims.starts())
            .map(|(name, _)| *name)
    }

    /// What the file says of an object beside its type.
    pub(super) fn object(&self, name: &str) -> Claims {
        let mut claims = Claims::of_object(self.file.attributes.written(name));
        self.add_pragmas(name, &mut claims);
        claims
    }

    /// What the user declares of a function of another file.
    pub(super) fn other(&self, name: &str) -> Claims {
        self.others.get(name).cloned().unwrap_or_default()
    }

    fn add_pragmas(&self, name: &str, claims: &mut Claims) {
        let pragmas = self.pragmas.get(name).into_iter().flatten();
        pragmas.for_each(|text| claims.add_pragma(text));
    }
}

/// The attributes of functions that the user declares and does not define.
fn others(unit: &Unit, file: &File<'_>) -> BTreeMap<String, Claims> {
    let mut found: BTreeMap<String, Claims> = BTreeMap::new();
    let is_users = |d: &&Declaration| d.in_main_file || unit.included_at(d.at.start).is_some();
    let all = unit.declarations.iter().filter(|d| !d.is_function);
    for declaration in all.filter(is_users) {
        let range = declaration.at.start as usize..declaration.at.end as usize;
        let attributes = attributes_in(unit, range.clone());
        if attributes.is_empty() {
            continue;
        }
        let words: Vec<&str> = words(unit, range).collect();
        let is_other = |name: &&str| {
            let is_object = file.globals.iter().any(|g| g.name == *name);
            file.definition(name).is_none() && !is_object
        };
        for name in declared_names(&words).into_iter().filter(is_other) {
            let own = found.entry(name.to_string()).or_default();
            own.add(Claims::of_function(attributes.iter()));
        }
    }
    found
}

/// The names that pragmas are about, with these.
fn named_in_pragmas(unit: &Unit) -> BTreeMap<String, BTreeSet<String>> {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let all = unit.pragmas.iter();
    for pragma in all.filter(|p| Concern::of(&p.text) == Concern::Names) {
        let declared = || {
            let at = unit.declaration_at(pragma.at as usize)?.at.clone();
            let words: Vec<&str> = words(unit, at.start as usize..at.end as usize).collect();
            declared_names(&words).first().copied()
        };
        let names: Vec<&str> = match openmp::is_of_function(&pragma.text) {
            true => declared().into_iter().collect(),
            false => source::names(&pragma.text).skip(1).collect(),
        };
        for name in names {
            let own = found.entry(name.to_string()).or_default();
            own.insert(pragma.text.clone());
        }
    }
    found
}

/// The functions with a declaration that says `inline`: whether each of their declarations is
/// `extern`, and `inline`.
fn inline(unit: &Unit) -> BTreeMap<String, BTreeSet<(bool, bool)>> {
    let is_inline = |word: &&str| matches!(*word, "inline" | "__inline" | "__inline__");
    let mut all: BTreeMap<String, BTreeSet<(bool, bool)>> = BTreeMap::new();
    for declaration in unit.declarations.iter().filter(|d| d.in_main_file) {
        let range = declaration.at.start as usize..declaration.at.end as usize;
        let head = words(unit, range).take_while(|word| *word != "{");
        let head: Vec<&str> = head.collect();
        if let Some(name) = declared_names(&head).first() {
            let way = (head.contains(&"extern"), head.iter().any(&is_inline));
            all.entry(name.to_string()).or_default().insert(way);
        }
    }
    all.retain(|_, ways| ways.iter().any(|(_, is_inline)| *is_inline));
    all
}
