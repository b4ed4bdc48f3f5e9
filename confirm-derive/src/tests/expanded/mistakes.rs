::core::compile_error! {
    "unknown attribute `colour`; expected one of `kind`, `tier`, `sensitive`, `preview_by_hand`, `crate`, `question`, `consequence`, `warning`, `context`, `rows`, `row`, `label`"
}
::core::compile_error! {
    "`{payee}` has no value; available fields are `payer`"
}
#[automatically_derived]
impl<T> ::confirm::Canonical for Pay<T> {
    type Null = ::confirm::__private::Present;
    fn write_canonical(&self, _: &mut ::confirm::__private::Writer) {
        ::confirm::__private::unreachable()
    }
}
#[automatically_derived]
impl<T> ::confirm::Subject for Pay<T> {
    const KIND: &'static ::core::primitive::str = "";
    fn preview(&self) -> ::confirm::Preview {
        ::confirm::__private::unreachable()
    }
}
