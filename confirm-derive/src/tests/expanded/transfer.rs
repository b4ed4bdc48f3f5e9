#[automatically_derived]
impl ::confirm::Canonical for Transfer {
    fn write_canonical(&self, __out: &mut ::confirm::__private::Writer) {
        match self {
            Self::SendMoney { to: __self_0, cents: __self_1, zero: __self_2 } => {
                __out.raw("{\"cents\":");
                ::confirm::__private::field::<i64>(__self_1, __out);
                __out.raw(",\"op\":\"send_money\",\"to\":");
                ::confirm::__private::field::<String>(__self_0, __out);
                __out.raw(",\"zero\":");
                ::confirm::__private::field::<bool>(__self_2, __out);
                __out.raw("}");
            }
            Self::Stop { open: __self_0 } => {
                __out.raw("{\"op\":\"stop\",\"open\":");
                ::confirm::__private::field::<Option<u32>>(__self_0, __out);
                __out.raw("}");
            }
            Self::Close => {
                __out.raw("{\"op\":\"close\"}");
            }
        }
    }
}
#[automatically_derived]
impl ::confirm::Subject for Transfer {
    const KIND: &'static ::core::primitive::str = "transfer";
    const TIER: ::confirm::Tier = ::confirm::Tier::Confirm;
    fn preview(&self) -> ::confirm::Preview {
        match self {
            Self::SendMoney { to: __self_0, cents: __self_1, .. } => {
                ::confirm::Preview::new(
                        ::confirm::Text::new("Send {amount} to {to}?")
                            .arg(
                                "amount",
                                ::confirm::__private::decimal(__self_1, 2u32, 2u32),
                            )
                            .arg("to", ::confirm::__private::show(__self_0)),
                    )
                    .consequence(::confirm::Text::new("It cannot be restored."))
                    .sensitive()
            }
            Self::Stop { open: __self_0 } => {
                ::confirm::Preview::new(::confirm::Text::new("Stop all transfers?"))
                    .consequence(::confirm::Text::new("It cannot be restored."))
                    .sensitive()
                    .warning(
                        ::confirm::__private::when(
                            __self_0,
                            |__self_0| {
                                ::confirm::__private::line("{open} are under way")
                                    .arg("open", ::confirm::__private::maybe(__self_0))
                                    .text()
                            },
                        ),
                    )
            }
            Self::Close => {
                ::confirm::Preview::new(::confirm::Text::new("Close it?"))
                    .consequence(::confirm::Text::new("It cannot be restored."))
                    .sensitive()
            }
        }
    }
}
