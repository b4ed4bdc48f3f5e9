#[automatically_derived]
impl ::confirm::Canonical for CategoryChange {
    type Null = ::confirm::__private::Present;
    fn write_canonical(&self, __out: &mut ::confirm::__private::Writer) {
        ::confirm::__private::Writer::raw(__out, "{");
        if ::confirm::__private::Writer::includes_shown(__out) {
            ::confirm::__private::Writer::raw(__out, "\"after\":");
            ::confirm::__private::field::<String>(&self.after, __out);
            ::confirm::__private::Writer::raw(__out, ",");
        }
        if ::confirm::__private::Writer::includes_shown(__out) {
            ::confirm::__private::Writer::raw(__out, "\"amount\":");
            ::confirm::__private::field::<i64>(&self.amount, __out);
            ::confirm::__private::Writer::raw(__out, ",");
        }
        if ::confirm::__private::Writer::includes_shown(__out) {
            ::confirm::__private::Writer::raw(__out, "\"before\":");
            ::confirm::__private::field::<Option<String>>(&self.before, __out);
            ::confirm::__private::Writer::raw(__out, ",");
        }
        ::confirm::__private::Writer::raw(__out, "\"category_id\":");
        ::confirm::__private::field::<String>(&self.category_id, __out);
        if ::confirm::__private::Writer::includes_shown(__out) {
            ::confirm::__private::Writer::raw(__out, ",\"date\":");
            ::confirm::__private::field::<String>(&self.date, __out);
        }
        if ::confirm::__private::Writer::includes_shown(__out) {
            ::confirm::__private::Writer::raw(__out, ",\"digits\":");
            ::confirm::__private::field::<u32>(&self.digits, __out);
        }
        ::confirm::__private::Writer::raw(__out, ",\"id\":");
        ::confirm::__private::field::<String>(&self.transaction_id, __out);
        if ::confirm::__private::Writer::includes_shown(__out) {
            ::confirm::__private::Writer::raw(__out, ",\"payee\":");
            ::confirm::__private::field::<Option<String>>(&self.payee, __out);
        }
        ::confirm::__private::Writer::raw(__out, "}");
    }
}
#[automatically_derived]
impl ::confirm::Row for CategoryChange {
    fn row(&self) -> ::confirm::Text {
        ::confirm::Text::arg(
            ::confirm::Text::arg(
                ::confirm::Text::arg(
                    ::confirm::Text::arg(
                        ::confirm::Text::arg(
                            ::confirm::Text::new(
                                "{date} {payee} {amount}: {before} → {after}",
                            ),
                            "date",
                            ::confirm::__private::date(&self.date),
                        ),
                        "payee",
                        ::confirm::__private::or(
                            &self.payee,
                            "no payee",
                            ::confirm::__private::show,
                        ),
                    ),
                    "amount",
                    ::confirm::__private::decimal(
                        &self.amount,
                        3u32,
                        ::confirm::__private::places(&self.digits),
                    ),
                ),
                "before",
                ::confirm::__private::or(
                    &self.before,
                    "no category",
                    ::confirm::__private::show,
                ),
            ),
            "after",
            ::confirm::__private::show(&self.after),
        )
    }
}
