#[automatically_derived]
impl<'a, T: Clone + ::confirm::Canonical, const N: usize> ::confirm::Canonical
for Deletes<'a, T, N>
where
    T: Send,
{
    fn write_canonical(&self, __out: &mut ::confirm::__private::Writer) {
        ::confirm::__private::unordered::<&'a [Delete<T>; N]>(&self.0, __out);
    }
}
#[allow(trivial_bounds)]
#[automatically_derived]
impl<'a, T: Clone, const N: usize> ::confirm::__private::List for Deletes<'a, T, N>
where
    T: Send,
    &'a [Delete<T>; N]: ::confirm::__private::List,
{
    type Item = <&'a [Delete<T>; N] as ::confirm::__private::List>::Item;
    fn items(&self) -> &[Self::Item] {
        ::confirm::__private::items::<&'a [Delete<T>; N]>(&self.0)
    }
}
#[automatically_derived]
impl<'a, T: Clone + ::confirm::Canonical, const N: usize> ::confirm::Subject
for Deletes<'a, T, N>
where
    T: Send,
    &'a [Delete<T>; N]: ::confirm::__private::Count,
    &'a [Delete<T>; N]: ::confirm::__private::List<Item: ::confirm::Row>,
{
    const KIND: &'static ::core::primitive::str = "deletes";
    const TIER: ::confirm::Tier = ::confirm::Tier::Confirm;
    fn preview(&self) -> ::confirm::Preview {
        ::confirm::Preview::new(
                ::confirm::Text::new("Delete {count} thing(s)?")
                    .arg("count", ::confirm::__private::count(&self.0)),
            )
            .rows_of(&self.0)
    }
}
