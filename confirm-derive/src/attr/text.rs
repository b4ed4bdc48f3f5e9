use proc_macro2::Ident;
use syn::{LitInt, LitStr, Token, ext::IdentExt as _, parse::ParseStream};

use super::{group, items, template, unknown};
use crate::ctxt::Ctxt;

/// A text: `"template", name = format, …`
pub(crate) struct Text {
    pub(crate) literal: LitStr,
    /// The placeholders of the template.
    pub(crate) placeholders: Vec<String>,
    /// True if the template could be read to its end.
    pub(crate) readable: bool,
    pub(crate) args: Vec<(Ident, Format)>,
    /// The field that decides whether the text is shown.
    pub(crate) when: Option<Ident>,
}

/// The format of a shown field.
///
/// It keeps the words of the attribute. Derived code calls a function for each word, so that an error
/// about an argument reads like an error about a call.
#[derive(Clone)]
pub(crate) enum Format {
    /// The value without a format.
    Show(Ident),
    Count(Ident, Ident),
    Date(Ident, Ident),
    Month(Ident, Ident),
    Decimal {
        word: Ident,
        field: Ident,
        scale: Places,
        digits: Places,
    },
    Or(Ident, Box<Format>, LitStr),
}

/// A number of decimals.
#[derive(Clone)]
pub(crate) enum Places {
    Literal(u32),
    Field(Ident),
}

impl Format {
    pub(crate) fn field(&self) -> &Ident {
        match self {
            Self::Show(field)
            | Self::Count(_, field)
            | Self::Date(_, field)
            | Self::Month(_, field)
            | Self::Decimal { field, .. } => field,
            Self::Or(_, inner, _) => inner.field(),
        }
    }

    /// Returns the fields that control the format of another one.
    pub(crate) fn places(&self) -> Vec<&Ident> {
        match self {
            Self::Decimal { scale, digits, .. } => [scale, digits]
                .into_iter()
                .filter_map(|places| match places {
                    Places::Literal(_) => None,
                    Places::Field(field) => Some(field),
                })
                .collect(),
            Self::Or(_, inner, _) => inner.places(),
            _ => Vec::new(),
        }
    }
}

impl Text {
    /// Parses the content of `question( )` and similar attributes.
    pub(super) fn parse(cx: &Ctxt, input: ParseStream<'_>) -> syn::Result<Self> {
        group(input, |content| {
            let literal: LitStr = content.parse()?;
            let (placeholders, readable) = template::placeholders(cx, &literal);
            let mut text = Self {
                literal,
                placeholders,
                readable,
                args: Vec::new(),
                when: None,
            };
            if !content.is_empty() {
                content.parse::<Token![,]>()?;
            }
            items(cx, content, |input| text.arg(cx, input));
            Ok(text)
        })
    }

    fn arg(&mut self, cx: &Ctxt, input: ParseStream<'_>) -> syn::Result<()> {
        let name = input.call(Ident::parse_any)?;
        if name == "when" {
            input.parse::<Token![=]>()?;
            cx.once(&mut self.when, name, input.call(Ident::parse_any)?);
            return Ok(());
        }
        if self.args.iter().any(|(known, _)| *known == name) {
            cx.error(&name, format!("duplicate argument `{name}`"));
        }
        let format = if input.peek(Token![=]) {
            input.parse::<Token![=]>()?;
            let format = format(cx, input);
            if format.is_err() {
                // The placeholder has a value, although a wrong one.
                self.placeholders
                    .retain(|placeholder| name.unraw() != placeholder.as_str());
            }
            format?
        } else {
            Format::Show(name.clone())
        };
        self.args.push((name, format));
        Ok(())
    }
}

fn format(cx: &Ctxt, input: ParseStream<'_>) -> syn::Result<Format> {
    let word = input.call(Ident::parse_any)?;
    if !input.peek(syn::token::Paren) {
        return Ok(Format::Show(word));
    }
    group(input, |content| {
        let name = word.to_string();
        let format = match name.as_str() {
            "count" => Format::Count(word, content.call(Ident::parse_any)?),
            "date" => Format::Date(word, content.call(Ident::parse_any)?),
            "month" => Format::Month(word, content.call(Ident::parse_any)?),
            "decimal" => decimal(cx, word, content)?,
            "or" => {
                let inner = format(cx, content)?;
                content.parse::<Token![,]>()?;
                let stand_in: LitStr = content.parse()?;
                let (placeholders, _) = template::placeholders(cx, &stand_in);
                if !placeholders.is_empty() {
                    cx.error(
                        &stand_in,
                        "a text in place of a missing value cannot have placeholders",
                    );
                }
                Format::Or(word, Box::new(inner), stand_in)
            }
            _ => {
                return Err(unknown(
                    &word,
                    "format",
                    &["count", "date", "decimal", "month", "or"],
                ));
            }
        };
        _ = content.parse::<Token![,]>();
        if content.is_empty() {
            Ok(format)
        } else {
            Err(content.error(format!("unexpected argument of `{name}`")))
        }
    })
}

fn decimal(cx: &Ctxt, word: Ident, content: ParseStream<'_>) -> syn::Result<Format> {
    let field = content.call(Ident::parse_any)?;
    let (mut scale, mut digits) = (None, None);
    if !content.is_empty() {
        content.parse::<Token![,]>()?;
    }
    items(cx, content, |input| {
        let name = input.call(Ident::parse_any)?;
        let slot = match name.to_string().as_str() {
            "scale" => &mut scale,
            "digits" => &mut digits,
            _ => {
                return Err(unknown(&name, "argument", &["scale", "digits"]));
            }
        };
        input.parse::<Token![=]>()?;
        let places = if input.peek(LitInt) {
            Places::Literal(input.parse::<LitInt>()?.base10_parse()?)
        } else {
            Places::Field(input.call(Ident::parse_any)?)
        };
        cx.once(slot, name, places);
        Ok(())
    });
    match (scale, digits) {
        (Some(scale), Some(digits)) => Ok(Format::Decimal {
            word,
            field,
            scale,
            digits,
        }),
        _ => Err(syn::Error::new(
            word.span(),
            "missing argument: `decimal` needs `scale`, the decimals of the integer, and `digits`, \
             the decimals to show; write `decimal(amount, scale = 3, digits = 2)`",
        )),
    }
}
