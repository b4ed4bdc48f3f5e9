#[automatically_derived]
impl ::confirm::Canonical for Patch {
    type Null = ::confirm::__private::Present;
    fn write_canonical(&self, __out: &mut ::confirm::__private::Writer) {
        ::confirm::__private::Writer::raw(__out, "{");
        if let ::core::option::Option::Some(__present) = ::confirm::__private::written::<
            Option<_>,
            _,
            Option<i64>,
        >(&self.amount) {
            ::confirm::__private::Writer::key(__out, "\"amount\":");
            ::confirm::__private::field(__present, __out);
        }
        if let ::core::option::Option::Some(__present) = ::confirm::__private::written::<
            Option<_>,
            _,
            Option<String>,
        >(&self.memo) {
            ::confirm::__private::Writer::key(__out, "\"memo\":");
            ::confirm::__private::field(__present, __out);
        }
        ::confirm::__private::Writer::raw(__out, "}");
    }
}
