#[automatically_derived]
impl ::confirm::Canonical for Transfer {
    type Null = ::confirm::__private::Present;
    fn write_canonical(&self, __out: &mut ::confirm::__private::Writer) {
        match self {
            Self::SendMoney { to: __self_0, cents: __self_1, zero: __self_2 } => {
                ::confirm::__private::Writer::raw(__out, "{\"cents\":");
                ::confirm::__private::field::<i64>(__self_1, __out);
                ::confirm::__private::Writer::raw(
                    __out,
                    ",\"op\":\"send_money\",\"to\":",
                );
                ::confirm::__private::field::<String>(__self_0, __out);
                ::confirm::__private::Writer::raw(__out, ",\"zero\":");
                ::confirm::__private::field::<bool>(__self_2, __out);
                ::confirm::__private::Writer::raw(__out, "}");
            }
            Self::Stop { open: __self_0 } => {
                ::confirm::__private::Writer::raw(__out, "{\"op\":\"stop\",\"open\":");
                ::confirm::__private::field::<Option<u32>>(__self_0, __out);
                ::confirm::__private::Writer::raw(__out, "}");
            }
            Self::Close => {
                ::confirm::__private::Writer::raw(__out, "{\"op\":\"close\"}");
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
                ::confirm::Preview::sensitive(
                    ::confirm::Preview::consequence(
                        ::confirm::Preview::new(
                            ::confirm::Text::arg(
                                ::confirm::Text::arg(
                                    ::confirm::Text::new("Send {amount} to {to}?"),
                                    "amount",
                                    ::confirm::__private::decimal(__self_1, 2u32, 2u32),
                                ),
                                "to",
                                ::confirm::__private::show(__self_0),
                            ),
                        ),
                        ::confirm::Text::new("It cannot be restored."),
                    ),
                )
            }
            Self::Stop { open: __self_0 } => {
                ::confirm::Preview::warning(
                    ::confirm::Preview::sensitive(
                        ::confirm::Preview::consequence(
                            ::confirm::Preview::new(
                                ::confirm::Text::new("Stop all transfers?"),
                            ),
                            ::confirm::Text::new("It cannot be restored."),
                        ),
                    ),
                    ::confirm::__private::when(
                        __self_0,
                        |__self_0| ::confirm::__private::Line::text(
                            ::confirm::__private::Line::arg(
                                ::confirm::__private::line("{open} are under way"),
                                "open",
                                ::confirm::__private::maybe(__self_0),
                            ),
                        ),
                    ),
                )
            }
            Self::Close => {
                ::confirm::Preview::sensitive(
                    ::confirm::Preview::consequence(
                        ::confirm::Preview::new(::confirm::Text::new("Close it?")),
                        ::confirm::Text::new("It cannot be restored."),
                    ),
                )
            }
        }
    }
}
