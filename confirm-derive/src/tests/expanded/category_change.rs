#[automatically_derived]
impl ::confirm::Canonical for CategoryChange {
    fn write_canonical(&self, __out: &mut ::confirm::__private::Writer) {
        __out.raw("{");
        if __out.includes_shown() {
            __out.raw("\"after\":");
            ::confirm::__private::field::<String>(&self.after, __out);
            __out.raw(",");
        }
        if __out.includes_shown() {
            __out.raw("\"amount\":");
            ::confirm::__private::field::<i64>(&self.amount, __out);
            __out.raw(",");
        }
        if __out.includes_shown() {
            __out.raw("\"before\":");
            ::confirm::__private::field::<Option<String>>(&self.before, __out);
            __out.raw(",");
        }
        __out.raw("\"category_id\":");
        ::confirm::__private::field::<String>(&self.category_id, __out);
        if __out.includes_shown() {
            __out.raw(",\"date\":");
            ::confirm::__private::field::<String>(&self.date, __out);
        }
        if __out.includes_shown() {
            __out.raw(",\"digits\":");
            ::confirm::__private::field::<u32>(&self.digits, __out);
        }
        __out.raw(",\"id\":");
        ::confirm::__private::field::<String>(&self.transaction_id, __out);
        if __out.includes_shown() {
            __out.raw(",\"payee\":");
            ::confirm::__private::field::<Option<String>>(&self.payee, __out);
        }
        __out.raw("}");
    }
}
#[automatically_derived]
impl ::confirm::Row for CategoryChange {
    fn row(&self) -> ::confirm::Text {
        ::confirm::Text::new("{date} {payee} {amount}: {before} → {after}")
            .arg("date", ::confirm::__private::date(&self.date))
            .arg(
                "payee",
                ::confirm::__private::or(
                    &self.payee,
                    "no payee",
                    ::confirm::__private::show,
                ),
            )
            .arg(
                "amount",
                ::confirm::__private::decimal(
                    &self.amount,
                    3u32,
                    ::confirm::__private::places(&self.digits),
                ),
            )
            .arg(
                "before",
                ::confirm::__private::or(
                    &self.before,
                    "no category",
                    ::confirm::__private::show,
                ),
            )
            .arg("after", ::confirm::__private::show(&self.after))
    }
}
