// More lines and sales than a test would make over HTTP, written by SQL alone: for pages, exports and figures at their size.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'

export interface Many {
  accountId: number
  /** Sales of 100.00, each paid a minute after it was made, at a fee of 0.99: two lines each. */
  sales: number
  /** The last one is this old, and they are evenly spread from `from` on. */
  from: Date
  everyMs: number
}

/** Only the lines. The subjects are the sales 1, 2, 3..., whether they are there or not. */
export async function writeManyLines(db: Queryable, { accountId, sales, from, everyMs }: Many): Promise<void> {
  await db.query(sql`insert into wallet (account_id, updated_at) values (${accountId}, ${from}) on conflict do nothing`)
  await db.query(sql`
    insert into transfer (account_id, seq, kind, debit, credit, amount_centavos, available_after_centavos,
      blocked_after_centavos, forced, resolves_hold, psp_account_id, subject, subject_id, created_at, hash)
    select ${accountId}, 2 * n - 1 + fee, case fee when 0 then 'SALE' else 'SALE_FEE' end,
      case fee when 0 then 'clearing' else 'available' end, case fee when 0 then 'available' else 'fee' end,
      case fee when 0 then 10000 else 99 end, n * 9901 + case fee when 0 then 99 else 0 end, 0, fee = 1, false,
      case fee when 0 then 1 end, 'sale', n, ${from}::timestamptz + n * ${everyMs}::bigint * interval '1 ms',
      decode(repeat('00', 32), 'hex')
    from generate_series(1, ${sales}::bigint) n cross join generate_series(0, 1) fee order by n, fee`)
  await db.query(sql`
    update wallet set seq = 2 * ${sales}::bigint, available_centavos = 9901 * ${sales}::bigint,
      fee_centavos = 99 * ${sales}::bigint, clearing_centavos = -10000 * ${sales}::bigint
    where account_id = ${accountId}`)
  // As the gateway does when a table grows.
  await db.query(sql`analyze transfer`)
}

/** Only the sales: of four, three are paid. */
export async function writeManySales(db: Queryable, { accountId, sales, from, everyMs }: Many): Promise<void> {
  const at = sql`${from}::timestamptz + n * ${everyMs}::bigint * interval '1 ms'`
  await db.query(sql`
    with made as (
      insert into sale (account_id, uuid, status, version, payment_method, amount_centavos, fee_centavos, net_centavos,
        reserve_centavos, reserve_days, customer_name, customer_email, customer_document, customer_phone, psp_account_id,
        external_reference, txid, br_code, expires_at, created_at, updated_at, completed_at, item_count)
      select ${accountId}, gen_random_uuid(), case when n % 4 = 0 then 'PENDENTE' else 'PAGO' end, 2, 'PIX', 10000, 99, 9901,
        0, 0, 'Cliente ' || n, 'cliente' || n || '@example.com', lpad(n::text, 11, '0'), '', 1, 'pedido-' || n,
        'many' || ${accountId}::int || 'x' || n, repeat('0', 150), ${at} + interval '1 day', ${at}, ${at},
        case when n % 4 <> 0 then ${at} + interval '1 minute' end, 1
      from generate_series(1, ${sales}::bigint) n order by n
      returning account_id, id
    )
    insert into sale_item (account_id, sale_id, title, unit_price_centavos, quantity, tangible)
    select account_id, id, 'Camiseta', 10000, 1, false from made order by id`)
  await db.query(sql`analyze sale`)
}
