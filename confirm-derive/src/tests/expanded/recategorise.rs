#[automatically_derived]
impl ::confirm::Canonical for Recategorise {
    fn write_canonical(&self, __out: &mut ::confirm::__private::Writer) {
        __out.raw("{\"changes\":");
        ::confirm::__private::unordered::<Vec<CategoryChange>>(&self.changes, __out);
        if __out.includes_shown() {
            __out.raw(",\"plan\":");
            ::confirm::__private::field::<Option<String>>(&self.plan, __out);
        }
        __out.raw("}");
    }
}
#[automatically_derived]
impl ::confirm::Subject for Recategorise {
    const KIND: &'static ::core::primitive::str = "apply_categories";
    const TIER: ::confirm::Tier = ::confirm::Tier::Confirm;
    fn preview(&self) -> ::confirm::Preview {
        ::confirm::Preview::new(
                ::confirm::Text::new("Recategorise {count} transaction(s)?")
                    .arg("count", ::confirm::__private::count(&self.changes)),
            )
            .context(
                ::confirm::__private::line("Plan {plan}")
                    .arg("plan", ::confirm::__private::maybe(&self.plan))
                    .text(),
            )
            .rows_of(&self.changes)
    }
}
