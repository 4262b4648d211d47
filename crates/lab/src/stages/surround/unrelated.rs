//! Code that has nothing to do with the stages, or only reads what they made.

use super::Scene;

const COMPARE: &str = "static int by_value(const void *a, const void *b)\n{\n    \
                       ELEMENT one = *(const ELEMENT *)a, two = *(const ELEMENT *)b;\n\n    \
                       return (one > two) - (one < two);\n}\n";

impl Scene {
    /// A loop whose number of iterations depends on values.
    pub(super) fn data_loop(&mut self) {
        let (value, count) = (self.name("v"), self.name("n"));
        let text = match self.random.below(3) {
            0 => format!(
                "unsigned {value} = 40u + (unsigned)h, {count} = 0;\nwhile ({value}) {{\n    \
                 {count} += {value} & 1;\n    {value} >>= 1;\n}}\nprintf(\"bits %u\\n\", {count});\n"
            ),
            1 => format!(
                "int {value} = (int)w + 2, {count} = 0;\nwhile ({value} != 1) {{\n    \
                 {value} = {value} % 2 ? 3 * {value} + 1 : {value} / 2;\n    {count}++;\n}}\n\
                 printf(\"steps %d\\n\", {count});\n"
            ),
            _ => format!(
                "int {value} = (int)h * 6, {count} = (int)w * 4;\n\
                 for (;;) {{\n    int rest = {value} % {count};\n\n    if (rest == 0)\n        break;\n    \
                 {value} = {count};\n    {count} = rest;\n}}\nprintf(\"common %d\\n\", {count});\n"
            ),
        };
        self.apart(&text);
    }

    /// Text in an array.
    pub(super) fn strings(&mut self) {
        let (label, at) = (self.name("label"), self.name("p"));
        let text = match self.random.below(3) {
            0 => format!(
                "char {label}[48];\nsnprintf({label}, sizeof {label}, \"size %d x %d\", (int)h, (int)w);\n\
                 for (char *{at} = {label}; *{at}; {at}++)\n    if (*{at} == ' ')\n        *{at} = '_';\n\
                 puts({label});\n"
            ),
            1 => format!(
                "const char *{label} = \"blur,edges,sum\";\nwhile ((w | 1) && {label} && *{label}) {{\n    \
                 const char *{at} = strchr({label}, ',');\n\n    \
                 printf(\"%d \", {at} ? (int)({at} - {label}) : (int)strlen({label}));\n    \
                 {label} = {at} ? {at} + 1 : NULL;\n}}\nprintf(\"%d\\n\", (int)h);\n"
            ),
            _ => format!(
                "char {label}[16] = \"abc\";\nsize_t {at} = strlen({label});\n\
                 while ({at} + 1 < sizeof {label} && {at} < (size_t)(h + w))\n    \
                 {label}[{at}++] = 'x';\n{label}[{at}] = 0;\nprintf(\"%s %d\\n\", {label}, strcmp({label}, \"abcx\") > 0);\n"
            ),
        };
        self.apart(&text);
    }

    /// Prints a size or an element.
    pub(super) fn printf(&mut self) {
        let whole = self.draft.whole();
        let element = whole.at("h / 2", "w / 2");
        let text = match self.random.below(4) {
            0 => "printf(\"%d rows\\n\", (int)h);".to_string(),
            1 => "fprintf(stderr, \"working on %d x %d\\n\", (int)h, (int)w);".to_string(),
            2 => {
                let hash = self.draft.writer.hashed(&element);
                format!("printf(\"middle %u\\n\", {hash} & 255u);")
            }
            _ => format!("if ({element} > 3)\n    printf(\"large\\n\");"),
        };
        self.lines(&text);
    }

    /// Some elements in their order, of which one is used.
    pub(super) fn sort(&mut self) {
        let element = self.element();
        self.helper(&COMPARE.replace("ELEMENT", element));
        let whole = self.draft.whole();
        let (sample, count) = (self.name("sample"), self.name("count"));
        self.variable(&sample, &format!("{element} {sample}[24];"));
        self.variable(&count, &format!("size_t {count} = 0;"));
        let from = whole.at("h / 2", "k");
        let counter = self.draft.writer.style.size();
        self.lines(&format!(
            "{count} = 0;\nfor ({counter} k = 0; k < w; k++)\n    {sample}[{count}++] = {from};\n\
             qsort({sample}, {count}, sizeof {sample}[0], by_value);\n"
        ));
        match self.random.one_in(2) {
            true => {
                let middle = self.draft.writer.hashed(&format!("{sample}[{count} / 2]"));
                self.line(&format!("printf(\"median %u\\n\", (unsigned){middle});"));
            }
            false => {
                let source = self.draft.any();
                let value = format!("{} + {sample}[{count} / 2]", source.here());
                self.draft.uses(&source, &value);
            }
        }
    }

    /// Sums in other arrays.
    pub(super) fn statistics(&mut self) {
        let whole = self.draft.whole();
        let (sums, counter) = (self.name("sums"), self.draft.writer.style.size());
        let here = self.draft.writer.hashed(&whole.here());
        match self.random.below(3) {
            0 => {
                self.variable(&sums, &format!("unsigned long {sums}[8] = {{0}};"));
                self.lines(&format!(
                    "for (int i = 0; i < 40; i++)\n    {sums}[(i * 7 + (int)h) % 8]++;\n\
                     printf(\"most %lu\\n\", {sums}[3]);"
                ));
            }
            1 => {
                self.draft.writer.statics += &format!("static double {sums}[32];\n");
                self.lines(&format!(
                    "for ({counter} y = 0; y < h; y++) {{\n    {sums}[y] = 0;\n    \
                     for ({counter} x = 0; x < w; x++)\n        {sums}[y] += {here} & 7;\n}}\n\
                     for ({counter} y = 0; y < h; y++)\n    printf(\"%g \", {sums}[y]);\nputs(\"\");"
                ));
            }
            _ => {
                let here = self.draft.writer.hashed(&whole.at("h / 2", "x"));
                self.draft.writer.statics +=
                    &format!("static struct {{ unsigned n, last; }} {sums}[5];\n");
                self.lines(&format!(
                    "for ({counter} x = 0; x < w; x++) {{\n    {sums}[x % 5].n += 1;\n    \
                     {sums}[x % 5].last = {};\n}}\nprintf(\"%u %u\\n\", {sums}[0].n, {sums}[0].last);",
                    here
                ));
            }
        }
    }

    /// Bits of numbers.
    pub(super) fn union(&mut self) {
        let name = self.name("pun");
        let text = match self.random.one_in(2) {
            true => format!(
                "union {{ float f; unsigned u; }} {name};\n{name}.f = 1.5f * (float)(h + w);\n\
                 printf(\"%08x\\n\", {name}.u);\n"
            ),
            false => format!(
                "union {{ unsigned short s[2]; unsigned u; }} {name}[4];\nfor (int i = 0; i < 4; i++)\n    \
                 {name}[i].u = (unsigned)(h * w) << i;\nprintf(\"%u %u\\n\", {name}[1].s[0], {name}[3].s[1]);\n"
            ),
        };
        self.apart(&text);
    }

    /// States by `switch`, or jumps back.
    pub(super) fn machine(&mut self) {
        let (state, at, count) = (self.name("state"), self.name("at"), self.name("words"));
        let text = match self.random.one_in(2) {
            true => format!(
                "int {state} = 0, {count} = (int)(h + w);\n\
                 for (const char *{at} = \"ab 12 c3\"; *{at}; {at}++)\n    switch ({state}) {{\n    \
                 case 0:\n        if (*{at} != ' ') {{\n            {state} = 1;\n            {count}++;\n        }}\n        \
                 break;\n    default:\n        if (*{at} == ' ')\n            {state} = 0;\n        break;\n    }}\n\
                 printf(\"words %d\\n\", {count});\n"
            ),
            false => format!(
                "int {state} = (int)h, {count} = (int)w;\n{at}:\nif ({state} < 40) {{\n    {state} += 3;\n    \
                 {count} ^= {state};\n    goto {at};\n}}\nprintf(\"jumps %d\\n\", {count});\n"
            ),
        };
        self.apart(&text);
    }
}
