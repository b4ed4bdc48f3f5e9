#[automatically_derived]
impl ::confirm::Canonical for Recategorise {
    type Null = ::confirm::__private::Present;
    fn write_canonical(&self, __out: &mut ::confirm::__private::Writer) {
        ::confirm::__private::Writer::raw(__out, "{\"changes\":");
        ::confirm::__private::unordered::<Vec<CategoryChange>>(&self.changes, __out);
        if ::confirm::__private::Writer::includes_shown(__out) {
            ::confirm::__private::Writer::raw(__out, ",\"plan\":");
            ::confirm::__private::field::<Option<String>>(&self.plan, __out);
        }
        ::confirm::__private::Writer::raw(__out, "}");
    }
}
#[automatically_derived]
impl ::confirm::Subject for Recategorise {
    const KIND: &'static ::core::primitive::str = "apply_categories";
    const TIER: ::confirm::Tier = ::confirm::Tier::Confirm;
    fn preview(&self) -> ::confirm::Preview {
        ::confirm::Preview::rows_of(
            ::confirm::Preview::context(
                ::confirm::Preview::new(
                    ::confirm::Text::arg(
                        ::confirm::Text::new("Recategorise {count} transaction(s)?"),
                        "count",
                        ::confirm::__private::count(&self.changes),
                    ),
                ),
                ::confirm::__private::Line::text(
                    ::confirm::__private::Line::arg(
                        ::confirm::__private::line("Plan {plan}"),
                        "plan",
                        ::confirm::__private::maybe(&self.plan),
                    ),
                ),
            ),
            ::confirm::__private::Lines::unordered(
                ::confirm::__private::lines(&self.changes),
            ),
        )
    }
}
