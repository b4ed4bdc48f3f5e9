#[automatically_derived]
impl<'a, T: Clone + ::confirm::Canonical, const N: usize> ::confirm::Canonical
for Deletes<'a, T, N>
where
    T: Send,
    <T as ::confirm::Canonical>::Null: ::confirm::__private::NotNull,
{
    type Null = ::confirm::__private::Present;
    fn write_canonical(&self, __out: &mut ::confirm::__private::Writer) {
        ::confirm::__private::unordered::<&'a [Delete<T>; N]>(&self.0, __out);
    }
}
#[automatically_derived]
impl<'a, T: Clone, const N: usize> ::confirm::__private::Count for Deletes<'a, T, N>
where
    T: Send,
{
    fn count(&self) -> ::core::primitive::usize {
        ::confirm::__private::length::<&'a [Delete<T>; N]>(&self.0)
    }
}
#[automatically_derived]
impl<'a, T: Clone, const N: usize> ::confirm::__private::List for Deletes<'a, T, N>
where
    T: Send,
{}
#[automatically_derived]
impl<'a, T: Clone + ::confirm::Canonical, const N: usize> ::confirm::Subject
for Deletes<'a, T, N>
where
    T: Send,
    <T as ::confirm::Canonical>::Null: ::confirm::__private::NotNull,
    &'a [Delete<T>; N]: ::confirm::__private::Count,
    &'a [Delete<T>; N]: ::confirm::__private::Rows,
{
    const KIND: &'static ::core::primitive::str = "deletes";
    const TIER: ::confirm::Tier = ::confirm::Tier::Confirm;
    fn preview(&self) -> ::confirm::Preview {
        ::confirm::Preview::rows_of(
            ::confirm::Preview::new(
                ::confirm::Text::arg(
                    ::confirm::Text::new("Delete {count} thing(s)?"),
                    "count",
                    ::confirm::__private::count(&self.0),
                ),
            ),
            ::confirm::__private::Lines::unordered(::confirm::__private::lines(&self.0)),
        )
    }
}
#[automatically_derived]
impl<'a, T: Clone + ::confirm::Canonical, const N: usize> ::confirm::__private::Rows
for Deletes<'a, T, N>
where
    T: Send,
    <T as ::confirm::Canonical>::Null: ::confirm::__private::NotNull,
    &'a [Delete<T>; N]: ::confirm::__private::Rows,
{
    fn rows(&self) -> ::confirm::__private::Lines {
        ::confirm::__private::Lines::unordered(::confirm::__private::lines(&self.0))
    }
}
