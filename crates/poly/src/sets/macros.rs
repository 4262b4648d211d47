//! The wrapper that all isl objects share, and methods that only forward.

/// Declares a wrapper: the isl object first (dropped first), then its context.
macro_rules! object {
    ($(#[$doc:meta])* $name:ident, $reader:expr) => {
        $(#[$doc])*
        pub struct $name {
            pub(crate) raw: isl_rs::$name,
            pub(crate) ctx: Context,
        }

        impl Clone for $name {
            fn clone(&self) -> Self {
                Self { raw: self.take(), ctx: self.ctx.clone() }
            }
        }

        impl $name {
            /// Reads isl notation.
            pub fn parse(ctx: &Context, text: &str) -> Result<Self> {
                let reader: fn(&Context, &str) -> Option<Result<isl_rs::$name>> = $reader;
                if let Some(raw) = reader(ctx, text) {
                    return Ok(Self::own(raw?, ctx));
                }
                Self::parse_by_isl(ctx, text)
            }

            /// Reads isl notation by isl's own reader.
            pub(crate) fn parse_by_isl(ctx: &Context, text: &str) -> Result<Self> {
                match isl_rs::$name::read_from_str(ctx.raw(), text) {
                    Ok(raw) => Ok(Self::own(raw, ctx)),
                    // isl reports a syntax error when the budget ends inside the reader.
                    Err(error) => Err(ctx.failure(error)),
                }
            }

            /// The same object in another context.
            pub fn copied_into(&self, ctx: &Context) -> Result<Self> {
                Self::parse(ctx, &self.to_string())
            }

            /// The context that owns this object.
            pub fn context(&self) -> &Context {
                &self.ctx
            }

            pub(crate) fn own(raw: isl_rs::$name, ctx: &Context) -> Self {
                Self { raw, ctx: ctx.clone() }
            }

            /// A second reference, to hand to an isl function that consumes its argument.
            pub(crate) fn take(&self) -> isl_rs::$name {
                self.ctx.raw().reset_error();
                // isl only increments a counter here; without a pending error it cannot fail.
                self.raw.copy().expect("isl copies by reference counting")
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.raw.printed().as_deref().unwrap_or("?"))
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{self}")
            }
        }
    };
}

/// Methods that only forward: `doc; name(argument: Type, ...) -> Result type`.
macro_rules! forward {
    ($owner:ident { $($(#[$doc:meta])* $name:ident ( $($arg:ident : $ty:ident),* ) -> $out:ident;)* }) => {
        impl $owner { $(
            $(#[$doc])*
            pub fn $name(&self $(, $arg: &$ty)*) -> Result<$out> {
                let raw = self.take().$name($($arg.take()),*)?;
                Ok($out::own(raw, &self.ctx))
            }
        )* }
    };
}

/// Methods that simplify without changing the points; if isl fails, the object stays as it was.
macro_rules! simplify {
    ($owner:ident { $($(#[$doc:meta])* $name:ident ( $($arg:ident : $ty:ident),* );)* }) => {
        impl $owner { $(
            $(#[$doc])*
            pub fn $name(&self $(, $arg: &$ty)*) -> Result<$owner> {
                match self.take().$name($($arg.take()),*) {
                    Ok(raw) => Ok($owner::own(raw, &self.ctx)),
                    Err(error) => match PolyError::from(error) {
                        PolyError::Failed(_) => Ok(self.clone()),
                        other => Err(other),
                    },
                }
            }
        )* }
    };
}

/// `coalesce` of sets and relations in one space.
macro_rules! coalesce {
    ($($owner:ident),*) => { $(
        impl $owner {
            /// Fewer, larger pieces; same points.
            ///
            /// Equalities are made explicit first: with implicit ones isl 0.27 may read a null
            /// pointer while it compares two pieces.
            pub fn coalesce(&self) -> Result<$owner> {
                let explicit = match self.piece_count()? {
                    0 | 1 => self.clone(),
                    _ => self.detect_equalities()?,
                };
                match explicit.take().coalesce() {
                    Ok(raw) => Ok($owner::own(raw, &self.ctx)),
                    Err(error) => match PolyError::from(error) {
                        PolyError::Failed(_) => Ok(explicit),
                        other => Err(other),
                    },
                }
            }
        }
    )* }
}

/// Predicates that only forward.
macro_rules! test {
    ($owner:ident { $($(#[$doc:meta])* $name:ident ( $($arg:ident : $ty:ident),* );)* }) => {
        impl $owner { $(
            $(#[$doc])*
            pub fn $name(&self $(, $arg: &$ty)*) -> Result<bool> {
                let found = self.raw.$name($(&$arg.raw),*);
                found.map_err(|error| self.ctx.failure(error))
            }
        )* }
    };
}
