// Works on a sandbox with YNAB's own SDK, as a program made for YNAB would, and checks the invariants.
//
//     node ynab.mjs BASE_URL TOKEN
//
// Prints one line a check, and `N checks, M failed` at the end. It makes its own accounts, groups and
// categories in the first plan, so it can run again on the same sandbox.
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { API, Configuration, MoneyMovementsApi } from 'ynab';

const [base, token] = process.argv.slice(2);
if (new URL(base).hostname !== '127.0.0.1') throw new Error('it writes, so it works on 127.0.0.1 only');

const tally = { made: 0, failed: 0 };

function equal(what, found, wanted) {
  const good = isDeepStrictEqual(found, wanted);
  tally.made += 1;
  if (!good) tally.failed += 1;
  console.log(good ? `ok: ${what}` : `FAILED: ${what}: ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`);
}

const holds = (what, condition) => equal(what, Boolean(condition), true);

/** Returns the id of the error that a request is refused with. The SDK throws the body. */
async function refusal(request) {
  try {
    await request();
    return 'not refused';
  } catch (thrown) {
    return thrown?.error?.id ?? String(thrown);
  }
}

const day = (offset = 0) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const thisMonth = `${day().slice(0, 7)}-01`;
const afterThis = new Date(`${thisMonth}T00:00:00Z`);
afterThis.setUTCMonth(afterThis.getUTCMonth() + 1);
const nextMonth = afterThis.toISOString().slice(0, 10);
const mark = randomUUID().slice(0, 6);
const named = (name) => `${name} ${mark}`;

const api = new API(token, base);
const plans = (await api.plans.getPlans(true)).data.plans;
const plan = plans[0].id;

const read = {
  account: async (id) => (await api.accounts.getAccountById(plan, id)).data.account,
  category: async (id, month = thisMonth) => (await api.categories.getMonthCategoryById(plan, month, id)).data.category,
  month: async (month = thisMonth) => (await api.months.getPlanMonth(plan, month)).data.month,
  knowledge: async () => (await api.accounts.getAccounts(plan)).data.server_knowledge,
  rows: async (known) => (await api.transactions.getTransactions(plan, '1990-01-01', undefined, known)).data,
};
const create = {
  account: async (name, type, balance) =>
    (await api.accounts.createAccount(plan, { account: { name: named(name), type, balance } })).data.account,
  category: async (name, group) =>
    (await api.categories.createCategory(plan, { category: { name: named(name), category_group_id: group } })).data
      .category,
  row: async (row) =>
    (await api.transactions.createTransaction(plan, { transaction: { date: thisMonth, ...row } })).data.transaction,
  rows: async (rows) =>
    (await api.transactions.createTransaction(plan, { transactions: rows.map((row) => ({ date: thisMonth, ...row })) }))
      .data,
};
const edit = async (rows) => (await api.transactions.updateTransactions(plan, { transactions: rows })).data;

/** Returns by how much some figures change while something is done. */
async function change(figures, action) {
  const before = await figures();
  await action();
  const after = await figures();
  return after.map((value, index) => value - before[index]);
}

async function lists() {
  holds('a user has an id', (await api.user.getUser()).data.user.id);
  holds('plans come with accounts', plans.every(({ accounts }) => accounts.length > 0));
  equal('last-used is one of the plans', plans.some(({ id }) => id === plan), true);
  const whole = (await api.plans.getPlanById('last-used')).data.plan;
  holds('a whole plan has its lists', whole.accounts.length && whole.categories.length && whole.months.length);
  const { settings } = (await api.plans.getPlanSettingsById(plan)).data;
  holds('settings have the digits', Number.isInteger(settings.currency_format.decimal_digits));
  equal('current is this month', (await read.month('current')).month, thisMonth);
  holds('months', (await api.months.getPlanMonths(plan)).data.months.some(({ month }) => month === thisMonth));
  holds('payees', (await api.payees.getPayees(plan)).data.payees.length);
  holds('category groups', (await api.categories.getCategories(plan)).data.category_groups.length);
  const places = (await api.payeeLocations.getPayeeLocations(plan)).data.payee_locations;
  holds('payee locations', Array.isArray(places));
  const scheduled = (await api.scheduledTransactions.getScheduledTransactions(plan)).data.scheduled_transactions;
  holds('scheduled transactions', Array.isArray(scheduled));
  // The SDK exports this part, but has no getter for it.
  const movements = new MoneyMovementsApi(new Configuration({ accessToken: token, basePath: base }));
  holds('money movements', Array.isArray((await movements.getMoneyMovements(plan)).data.money_movements));
}

/** Creates the objects for the other parts. */
async function setting() {
  let checking;
  const [ready] = await change(
    async () => [(await read.month()).to_be_budgeted],
    async () => {
      checking = await create.account('Checking', 'checking', 750_000);
    },
  );
  equal('a first balance is ready to assign', ready, 750_000);
  const savings = await create.account('Savings', 'savings', 0);
  const { data } = await api.categories.createCategoryGroup(plan, { category_group: { name: named('Group') } });
  const group = data.category_group;
  const food = await create.category('Küche', group.id);
  const fun = await create.category('Fun', group.id);
  const renamed = await api.categories.updateCategory(plan, fun.id, { category: { name: named('Play') } });
  equal('a category is renamed', renamed.data.category.name, named('Play'));
  const regrouped = await api.categories.updateCategoryGroup(plan, group.id, {
    category_group: { name: named('Home') },
  });
  equal('a group is renamed', regrouped.data.category_group.name, named('Home'));
  return { checking, savings, food, fun };
}

async function assigning({ food }) {
  const assign = (month, budgeted) =>
    api.categories.updateMonthCategory(plan, month, food.id, { category: { budgeted } });
  const figures = async () => {
    const { to_be_budgeted: ready, budgeted } = await read.month();
    return [ready, budgeted];
  };
  const moved = await change(figures, async () => {
    await assign(thisMonth, 90_000);
    await assign('current', 120_000);
  });
  equal('the last assignment counts, for both figures', moved, [-120_000, 120_000]);
  equal('it is carried into the next month', (await read.category(food.id, nextMonth)).balance, 120_000);
}

async function creating({ checking, food, fun }) {
  const row = await create.row({
    account_id: checking.id,
    amount: -43_210,
    payee_name: named('Café'),
    category_id: food.id,
  });
  equal(
    'a row is as it was sent',
    [row.amount, row.category_id, row.payee_name, row.cleared, row.approved],
    [-43_210, food.id, named('Café'), 'uncleared', false],
  );
  equal('it counts in its category', (await read.category(food.id)).balance, 120_000 - 43_210);

  const import_id = `key-${mark}`;
  const imported = { account_id: checking.id, amount: -2_000, category_id: food.id };
  await create.row({ ...imported, import_id });
  equal('an import id is taken once', await refusal(() => create.row({ ...imported, import_id })), '409');
  const both = await create.rows([{ ...imported, import_id }, { ...imported, import_id: `${import_id}-2` }]);
  equal('in bulk the repeated one is named', both.duplicate_import_ids, [import_id]);
  equal('and the other one made', both.transaction_ids.length, 1);
  const amended = await edit([{ import_id, memo: 'by import id' }]);
  equal('an import id names a row', amended.transactions.map(({ memo }) => memo), ['by import id']);

  const amounts = [-100, -200, -300, -400];
  const bulk = await create.rows(
    amounts.map((amount) => ({ account_id: checking.id, amount, category_id: food.id })),
  );
  equal('rows in bulk keep their order', bulk.transactions.map(({ amount }) => amount), amounts);
  const activity = async () => [(await read.category(food.id)).activity, (await read.category(fun.id)).activity];
  let edited;
  const moved = await change(activity, async () => {
    edited = await edit(bulk.transaction_ids.map((id) => ({ id, category_id: fun.id })));
  });
  equal('all of them were edited', edited.transactions.map(({ category_id }) => category_id), Array(4).fill(fun.id));
  equal('their activity moves along', moved, [1_000, -1_000]);
  const put = await api.transactions.updateTransaction(plan, row.id, { transaction: { amount: -50_000, memo: 'put' } });
  equal('one row is edited', [put.data.transaction.amount, put.data.transaction.memo], [-50_000, 'put']);
  return row;
}

async function splitting({ checking, food, fun }) {
  const lines = [
    { amount: -12_000, category_id: food.id },
    { amount: -8_000, category_id: fun.id },
  ];
  const split = { account_id: checking.id, amount: -20_000, subtransactions: lines };
  let made;
  const moved = await change(
    async () => [(await read.category(food.id)).activity, (await read.category(fun.id)).activity],
    async () => {
      made = await create.row(split);
    },
  );
  equal('a split has its lines', made.subtransactions.map(({ amount }) => amount), [-12_000, -8_000]);
  equal('and a category named so', made.category_name, 'Split');
  equal('each line counts in its category', moved, [-12_000, -8_000]);
  equal('lines have to add up', await refusal(() => create.row({ ...split, amount: -19_999 })), '400');
  const ofFood = (await api.transactions.getTransactionsByCategory(plan, food.id, '1990-01-01')).data.transactions;
  const line = ofFood.find(({ parent_transaction_id: parent }) => parent === made.id);
  equal('a line is listed under its category', [line?.type, line?.amount], ['subtransaction', -12_000]);
}

async function transferring({ checking, savings }) {
  let made;
  const moved = await change(
    async () => [
      (await read.account(checking.id)).balance,
      (await read.account(savings.id)).balance,
      (await read.month()).to_be_budgeted,
    ],
    async () => {
      made = await create.row({ account_id: checking.id, amount: -9_000, payee_id: savings.transfer_payee_id });
    },
  );
  equal('a transfer knows its other account', made.transfer_account_id, savings.id);
  equal('it moves money and assigns none', moved, [-9_000, 9_000, 0]);
}

async function deleting({ checking }, row) {
  const known = await read.knowledge();
  const balance = async () => [(await read.account(checking.id)).balance];
  let gone;
  const moved = await change(balance, async () => {
    gone = (await api.transactions.deleteTransaction(plan, row.id)).data.transaction;
  });
  equal('a deleted row says so', [gone.id, gone.deleted], [row.id, true]);
  equal('its amount comes back', moved, [50_000]);
  const delta = await read.rows(known);
  equal('a delta has what changed', delta.transactions.map(({ id, deleted }) => [id, deleted]), [[row.id, true]]);
  holds('knowledge grows', delta.server_knowledge > known);
  equal('then there is nothing new', (await read.rows(delta.server_knowledge)).transactions, []);
  equal('a deleted row is not found', await refusal(() => api.transactions.getTransactionById(plan, row.id)), '404.2');
}

async function scheduling({ checking }) {
  const { scheduledTransactions: scheduled } = api;
  const wanted = { account_id: checking.id, date: day(5), amount: -4_000, frequency: 'every4Weeks' };
  const made = (await scheduled.createScheduledTransaction(plan, { scheduled_transaction: wanted })).data
    .scheduled_transaction;
  equal('a schedule is as it was sent', [made.amount, made.frequency], [-4_000, 'every4Weeks']);
  const ids = (await scheduled.getScheduledTransactions(plan)).data.scheduled_transactions.map(({ id }) => id);
  holds('it is listed', ids.includes(made.id));
  const deleted = (await scheduled.deleteScheduledTransaction(plan, made.id)).data.scheduled_transaction;
  equal('it is deleted', [deleted.id, deleted.deleted], [made.id, true]);
}

async function refusing({ checking }) {
  equal('an unknown token is refused', await refusal(() => new API('unknown', base).user.getUser()), '401');
  const memo = 'm'.repeat(501);
  equal('a memo has 500 characters', await refusal(() => create.row({ account_id: checking.id, amount: -1, memo })), '400');
}

/** Checks the sums, after any earlier changes. */
async function sums() {
  const { transactions } = await read.rows();
  for (const { id, name, balance, cleared_balance: cleared, uncleared_balance: uncleared } of (
    await api.accounts.getAccounts(plan)
  ).data.accounts.filter((account) => account.name.endsWith(mark))) {
    const own = transactions.filter((row) => row.account_id === id && !row.deleted);
    equal(`${name} is the sum of its rows`, balance, own.reduce((sum, row) => sum + row.amount, 0));
    equal(`${name} is cleared and uncleared`, balance, cleared + uncleared);
  }
  const [month, next] = [await read.month(), await read.month(nextMonth)];
  equal('a month is the sum of its categories', month.budgeted, month.categories.reduce((sum, { budgeted }) => sum + budgeted, 0));
  // Money that is overspent is not carried, except by cards; internal categories carry nothing.
  const groups = /^(Internal Master Category|Credit Card Payments)$/;
  const before = new Map(month.categories.map(({ id, balance }) => [id, balance]));
  const wrong = next.categories.filter(
    ({ id, internal, category_group_name: group, balance, budgeted, activity }) =>
      before.has(id) && !internal && !groups.test(group) && balance !== Math.max(0, before.get(id)) + budgeted + activity,
  );
  equal('every category carries its balance', wrong.map(({ name }) => name), []);
}

await lists();
const things = await setting();
await assigning(things);
const row = await creating(things);
await splitting(things);
await transferring(things);
await deleting(things, row);
await scheduling(things);
await refusing(things);
await sums();
console.log(`${tally.made} checks, ${tally.failed} failed`);
process.exitCode = tally.failed ? 1 : 0;
