// Carts, each against the sale that paid it and what was told of it; and checkouts, each against the sales of its carts.
import sql from 'sql-template-tag'
import type { Survey } from '../survey.ts'

/** `since`: from then on there are all facts. */
export const carts = (since: Date): Survey => ({
  table: 'cart',
  key: ['id'],
  judged: page => sql`
    select cart.*, paid_sales, pays,
      (paid_sale_id is not null) <> (paid_sales > 0) or paid_sale_id is not null and not coalesce(pays, false) as paid,
      (state in ('COMPLETED', 'RECOVERED')) <> (paid_sale_id is not null)
        or (state = 'RECOVERED') <> (recovered_at is not null) or recovered_at is not null and abandoned_at is null
        or (state in ('OPEN', 'ABANDONED')) <> (ended_at is null) or state = 'ABANDONED' and abandoned_at is null
        or state in ('OPEN', 'COMPLETED') and abandoned_at is not null as state_wrong,
      version <> num_nonnulls(abandoned_at, recovered_at) as version_wrong,
      erased_at is not null and (customer_name || customer_email || customer_phone || customer_document <> ''
        or address is not null or consent is not null or recovery_token_sealed is not null) as forgotten,
      case when told then version else 0 end as cart_facts_due,
      (told and version > 0)::int as latest_due
    from (${page}) cart
    cross join lateral (
      select count(*) filter (where sale.completed_at is not null) as paid_sales,
        bool_or(sale.id = cart.paid_sale_id and sale.completed_at is not null) as pays
      from sale where sale.account_id = cart.account_id and sale.cart_id = cart.id offset 0
    ) sales
    cross join lateral (select cart.created_at >= ${since} as told offset 0) telling`,
  sums: ['cart_facts_due', 'latest_due'],
  checks: {
    paid: row =>
      `it is ${row.state}, paid by sale ${row.paid_sale_id ?? 'none'}, and ${row.paid_sales} of its sales were paid`,
    state_wrong: row =>
      `it is ${row.state}, was abandoned at ${row.abandoned_at ?? 'no time'}, recovered at ${row.recovered_at ?? 'no time'}, ended ` +
      `at ${row.ended_at ?? 'no time'} and is paid by sale ${row.paid_sale_id ?? 'none'}`,
    version_wrong: row => `it is ${row.state} at version ${row.version}`,
    forgotten: row => `its buyer was erased at ${row.erased_at}, and something of them is still there`,
  },
})

export const CHECKOUTS: Survey = {
  table: 'checkout',
  key: ['id'],
  judged: page => sql`
    select checkout.*, standing, taken <> standing or coalesce(taken > max_sales, false) as stock
    from (${page}) checkout
    cross join lateral (
      select count(sale.id) as standing
      from cart join sale on sale.account_id = cart.account_id and sale.cart_id = cart.id
      where cart.account_id = checkout.account_id and cart.checkout_id = checkout.id
        and sale.status <> all('{CANCELADO,FALHA,RECUSADO}'::text[]) offset 0
    ) sales`,
  sums: [],
  checks: {
    stock: row =>
      `${row.taken} of at most ${row.max_sales ?? 'any number'} are taken, and ${row.standing} of its sales are paid or may be`,
  },
}
