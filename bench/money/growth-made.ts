// An account that has been in use for years: entries and sales in any number, by plain SQL, as the gateway would have stored them. The
// hashes are left blank: nothing follows them here, and it is the number of rows that is measured.
import sql from 'sql-template-tag'
import type { Database } from '#db/postgres.ts'
import { PSP_ACCOUNT } from './infrastructure.ts'

const PER_COMMIT = 250_000

/** Behind the entries that the account has: one centavo comes in with each. */
export async function makeEntries(db: Database, accountId: number, count: number): Promise<void> {
  for (let made = 0; made < count; made += PER_COMMIT) await append(db, accountId, Math.min(PER_COMMIT, count - made))
}

const append = (db: Database, accountId: number, count: number) =>
  db.transaction(async tx => {
    // Millions of checks of what is generated to be right.
    await tx.query(sql`set local session_replication_role = replica`)
    await tx.query(sql`
      insert into transfer (account_id, seq, kind, debit, credit, amount_centavos, available_after_centavos,
        blocked_after_centavos, forced, resolves_hold, psp_account_id, subject, subject_id, created_at, hash)
      select account_id, seq + n, 'SALE', 'clearing', 'available', 1, available_centavos + n, blocked_centavos, false, false,
        ${PSP_ACCOUNT}, 'sale', seq + n, now() - interval '1 year' + n * interval '1 second', decode(repeat('00', 32), 'hex')
      from wallet, generate_series(1, ${count}::int) as n where account_id = ${accountId}`)
    await tx.query(sql`
      update wallet set seq = seq + ${count}::int, available_centavos = available_centavos + ${count}::int,
        clearing_centavos = clearing_centavos - ${count}::int
      where account_id = ${accountId}`)
  })

/** Numbered from one. */
export async function makeSales(db: Database, accountId: number, count: number): Promise<void> {
  for (let made = 0; made < count; made += PER_COMMIT)
    await sell(db, accountId, made, Math.min(PER_COMMIT, count - made))
}

const sell = (db: Database, accountId: number, before: number, count: number) =>
  db.transaction(async tx => {
    await tx.query(sql`set local session_replication_role = replica`)
    await tx.query(sql`
      insert into sale (account_id, id, uuid, status, version, payment_method, amount_centavos, fee_centavos, net_centavos,
        reserve_centavos, reserve_days, customer_name, customer_email, customer_document, customer_phone, psp_account_id,
        txid, br_code, expires_at, created_at, updated_at, completed_at, item_count)
      overriding system value
      select ${accountId}, n, gen_random_uuid(), 'PAGO', 3, 'PIX', 15990, 158, 15832, 0, 30, 'Maria da Silva',
        'maria.silva@example.com', '52998224725', '11987654321', ${PSP_ACCOUNT}, 'P' || lpad(n::text, 31, '0'),
        repeat('0', 150), at, at, at, at, 1
      from (
        select n, now() - interval '1 year' + n * interval '1 second' as at
        from generate_series(${before}::int + 1, ${before}::int + ${count}::int) as n
      ) sold`)
    await tx.query(sql`
      insert into sale_item (account_id, sale_id, id, title, unit_price_centavos, quantity, tangible)
      overriding system value
      select ${accountId}, n, n, 'Camiseta', 15990, 1, true
      from generate_series(${before}::int + 1, ${before}::int + ${count}::int) as n`)
  })
