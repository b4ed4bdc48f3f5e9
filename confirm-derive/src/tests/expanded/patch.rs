#[automatically_derived]
impl ::confirm::Canonical for Patch {
    fn write_canonical(&self, __out: &mut ::confirm::__private::Writer) {
        __out.raw("{");
        if !Option::is_none(&self.amount) {
            ::confirm::__private::Writer::key(__out, "\"amount\":");
            ::confirm::__private::field::<Option<i64>>(&self.amount, __out);
        }
        if !Option::is_none(&self.memo) {
            ::confirm::__private::Writer::key(__out, "\"memo\":");
            ::confirm::__private::field::<Option<String>>(&self.memo, __out);
        }
        __out.raw("}");
    }
}
