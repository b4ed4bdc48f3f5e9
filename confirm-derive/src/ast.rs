//! The type with its attributes. It borrows the syntax, so that every later error can point at it.

use std::slice;

use proc_macro2::Ident;
use quote::format_ident;
use syn::{Data as SynData, DeriveInput, Fields, Index, Member, ext::IdentExt as _};

use crate::{
    attr::{Container, FieldAttrs, Location, Serde, Texts},
    case::{self, Rule},
    ctxt::Ctxt,
};

pub(crate) struct Input<'a> {
    pub(crate) original: &'a DeriveInput,
    pub(crate) attrs: Container,
    pub(crate) serde: Serde,
    /// `None` for a type that cannot be a subject.
    pub(crate) data: Option<Data<'a>>,
}

pub(crate) enum Data<'a> {
    Unit,
    Struct(Vec<Field<'a>>),
    /// A newtype of a list.
    List(Box<Field<'a>>),
    Enum(Vec<Variant<'a>>),
}

pub(crate) struct Variant<'a> {
    pub(crate) original: &'a syn::Variant,
    /// The name of the variant in the output.
    pub(crate) name: String,
    pub(crate) texts: Texts,
    pub(crate) fields: Vec<Field<'a>>,
}

/// A struct or a variant: its texts and the fields that they show.
pub(crate) struct Arm<'f, 'a> {
    pub(crate) variant: Option<&'a syn::Variant>,
    pub(crate) texts: &'f Texts,
    pub(crate) fields: &'f [Field<'a>],
}

pub(crate) struct Field<'a> {
    pub(crate) original: &'a syn::Field,
    /// The name that texts use for it: its own, or `self` in a newtype.
    pub(crate) name: String,
    /// The key in the output.
    pub(crate) key: String,
    pub(crate) attrs: FieldAttrs,
    pub(crate) serde: Serde,
    pub(crate) place: Place,
    /// The local variable that refers to it in a `match` or a closure. It is numbered, because a name
    /// made from the field's could violate the lints about names.
    pub(crate) local: Ident,
}

/// The place of a field in derived code.
pub(crate) enum Place {
    /// `&self.field`
    OfSelf(Member),
    /// A local that a pattern binds.
    Local,
}

impl<'a> Input<'a> {
    pub(crate) fn from_syn(cx: &Ctxt, original: &'a DeriveInput) -> Self {
        let attrs = Container::parse(cx, &original.attrs);
        let serde = Serde::parse(cx, &original.attrs, Location::Container);
        let data = match &original.data {
            SynData::Struct(data) => struct_data(cx, &data.fields, &serde),
            SynData::Enum(data) => {
                let variants = data.variants.iter();
                let variants =
                    variants.filter_map(|variant| Variant::from_syn(cx, variant, &serde));
                Some(Data::Enum(variants.collect()))
            }
            SynData::Union(data) => {
                cx.error(
                    data.union_token,
                    "unions are not supported, because they do not say which field they hold; use an \
                     enum",
                );
                None
            }
        };
        Self {
            original,
            attrs,
            serde,
            data,
        }
    }

    /// Returns the struct, or its variants.
    pub(crate) fn arms(&self) -> Vec<Arm<'_, 'a>> {
        let of_type = |fields| Arm {
            variant: None,
            texts: &self.attrs.texts,
            fields,
        };
        match &self.data {
            None => Vec::new(),
            Some(Data::Unit) => vec![of_type(&[])],
            Some(Data::Struct(fields)) => vec![of_type(fields.as_slice())],
            Some(Data::List(field)) => vec![of_type(slice::from_ref(&**field))],
            Some(Data::Enum(variants)) => variants
                .iter()
                .map(|variant| Arm {
                    variant: Some(variant.original),
                    texts: &variant.texts,
                    fields: &variant.fields,
                })
                .collect(),
        }
    }

    /// Returns the name of the operation.
    pub(crate) fn kind(&self) -> String {
        self.attrs.kind.as_ref().map_or_else(
            || case::snake(&self.original.ident.unraw().to_string()),
            syn::LitStr::value,
        )
    }

    /// Returns the name of the type in the output.
    pub(crate) fn name(&self) -> String {
        self.serde.rename.as_ref().map_or_else(
            || self.original.ident.unraw().to_string(),
            syn::LitStr::value,
        )
    }
}

fn struct_data<'a>(cx: &Ctxt, fields: &'a Fields, serde: &Serde) -> Option<Data<'a>> {
    match fields {
        Fields::Named(fields) => Some(Data::Struct(
            fields
                .named
                .iter()
                .enumerate()
                .map(|field| Field::from_syn(cx, field, serde.rename_all, Owner::Struct))
                .collect(),
        )),
        Fields::Unit => Some(Data::Unit),
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
            let field = &fields.unnamed[0];
            let field = Field::from_syn(cx, (0, field), None, Owner::Newtype);
            Some(Data::List(Box::new(field)))
        }
        Fields::Unnamed(fields) => {
            cx.error(
                fields,
                "tuple structs are not supported, because their fields do not have names; use named \
                 fields",
            );
            None
        }
    }
}

impl<'a> Variant<'a> {
    fn from_syn(cx: &Ctxt, original: &'a syn::Variant, of_enum: &Serde) -> Option<Self> {
        let texts = Texts::of_variant(cx, &original.attrs);
        let serde = Serde::parse(cx, &original.attrs, Location::Variant);
        let rule = serde.rename_all.or(of_enum.rename_all_fields);
        let fields = match &original.fields {
            Fields::Named(fields) => fields
                .named
                .iter()
                .enumerate()
                .map(|field| Field::from_syn(cx, field, rule, Owner::Variant))
                .collect(),
            Fields::Unit => Vec::new(),
            Fields::Unnamed(fields) => {
                cx.error(
                    fields,
                    "tuple variants are not supported, because their fields do not have names; use \
                     named fields",
                );
                return None;
            }
        };
        Some(Self {
            name: renamed(
                &original.ident,
                &serde,
                of_enum
                    .rename_all
                    .map(|rule| move |name: &str| rule.variant(name)),
            ),
            original,
            texts,
            fields,
        })
    }
}

#[derive(Clone, Copy)]
enum Owner {
    Struct,
    Newtype,
    Variant,
}

impl<'a> Field<'a> {
    fn from_syn(
        cx: &Ctxt,
        (index, original): (usize, &'a syn::Field),
        rule: Option<Rule>,
        owner: Owner,
    ) -> Self {
        let local = format_ident!("__self_{index}");
        let serde = Serde::parse(cx, &original.attrs, Location::Field);
        let attrs = FieldAttrs::parse(cx, &original.attrs);
        let Some(ident) = &original.ident else {
            return Self {
                original,
                name: "self".to_owned(),
                key: String::new(),
                attrs,
                serde,
                place: Place::OfSelf(Member::Unnamed(Index::from(0))),
                local,
            };
        };
        let rule = rule.map(|rule| move |name: &str| rule.field(name));
        Self {
            original,
            name: ident.unraw().to_string(),
            key: renamed(ident, &serde, rule),
            attrs,
            place: match owner {
                Owner::Struct | Owner::Newtype => Place::OfSelf(Member::Named(ident.clone())),
                Owner::Variant => Place::Local,
            },
            serde,
            local,
        }
    }

    /// Returns whether some values of the type leave the field out.
    pub(crate) fn is_conditional(&self) -> bool {
        self.attrs.shown.is_some() || self.serde.skip_if.is_some()
    }
}

fn renamed(ident: &Ident, serde: &Serde, rule: Option<impl Fn(&str) -> String>) -> String {
    let name = ident.unraw().to_string();
    match (&serde.rename, rule) {
        (Some(rename), _) => rename.value(),
        (None, Some(rule)) => rule(&name),
        (None, None) => name,
    }
}

/// Returns the field that a text calls `name`.
pub(crate) fn find<'f, 'a>(fields: &'f [Field<'a>], name: &Ident) -> Option<&'f Field<'a>> {
    let name = name.unraw().to_string();
    fields.iter().find(|field| field.name == name)
}
