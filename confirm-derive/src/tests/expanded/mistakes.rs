::core::compile_error! {
    "unknown attribute `colour`; there are `kind`, `tier`, `question`, `consequence`, `warning`, `context`, `rows`, `row`, `label`, `sensitive`, `preview_by_hand` and `crate`"
}
::core::compile_error! {
    "`{payee}` is neither given a value nor the name of a field"
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
