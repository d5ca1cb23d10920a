// The SQL of receivables as their sale's verbs need them. The caller has locked the wallets, which is the lock of their holds and of
// these rows.
import sql from 'sql-template-tag'
import { columnsOf } from '#db/columns.ts'
import type { Transaction } from '#db/postgres.ts'
import { type Centavos, ZERO } from '#kernel/money.ts'
import type { CardSettlement, SettlementTerms } from '#kernel/terms/settlement.ts'
import { type SaleKey, saleKeyText } from '../sale.ts'
import type { HeldPart, OwnHolds, SaleHold } from './own-holds.ts'
import { type Receivable, releasedAt, type SettlementOf, statusOf } from './receivable.ts'

const COLUMNS = columnsOf<HeldPart>({
  accountId: 'receivable.account_id',
  saleId: 'receivable.sale_id',
  pspAccountId: 'receivable.psp_account_id',
  method: 'method',
  part: 'part',
  parts: 'parts',
  gross: 'gross_centavos',
  fee: 'fee_centavos',
  amount: 'receivable.amount_centavos',
  taken: 'taken_centavos',
  owed: 'owed_centavos',
  providerCost: 'provider_cost_centavos',
  expectedOn: 'expected_on::text',
  releaseOn: 'release_on::text',
  waitsForProvider: 'waits_for_provider',
  settledAt: 'settled_at',
  holdSeq: 'hold_seq',
  open: 'coalesce(hold.open_centavos, 0)::bigint',
})

/** By `saleKeyText`, of each of the sales. */
export async function findOwnHolds(tx: Transaction, sales: SaleKey[]): Promise<Map<string, OwnHolds>> {
  const accountIds = sales.map(sale => sale.accountId)
  const ids = sales.map(sale => sale.id)
  const reserves = await tx.query<SaleKey & SaleHold>(sql`
    select account_id as "accountId", subject_id as id, seq, open_centavos as open
    from unnest(${accountIds}::int[], ${ids}::bigint[]) as sale(account_id, subject_id)
    join hold using (account_id, subject_id)
    where hold.subject = 'sale' and reason = 'RESERVE' and closed_at is null
    order by account_id, seq`)
  const parts = await tx.query<HeldPart>(sql`
    select ${COLUMNS}
    from unnest(${accountIds}::int[], ${ids}::bigint[]) as sale(account_id, sale_id)
    join receivable using (account_id, sale_id)
    left join hold on hold.account_id = receivable.account_id and hold.seq = hold_seq
    order by receivable.account_id, receivable.sale_id, part`)
  const freed = parts.length === 0 ? [] : await findFreed(tx, sales)
  const freedOf = new Map(freed.map(({ amount, ...key }) => [saleKeyText(key), amount]))
  const reservesOf = Map.groupBy(reserves, saleKeyText)
  const partsOf = Map.groupBy(parts, ({ accountId, saleId }) => saleKeyText({ accountId, id: saleId }))
  return new Map(
    sales.map(saleKeyText).map(key => [
      key,
      {
        reserves: reservesOf.get(key) ?? [],
        reserveFreed: freedOf.get(key) ?? ZERO,
        parts: partsOf.get(key) ?? [],
        changed: new Set(),
      },
    ]),
  )
}

/** What was taken of a reserve before its day is not among it. */
const findFreed = (tx: Transaction, sales: SaleKey[]) =>
  tx.query<SaleKey & { amount: Centavos }>(sql`
    select sale.account_id as "accountId", sale.id, sum(transfer.amount_centavos)::bigint as amount
    from unnest(${sales.map(sale => sale.accountId)}::int[], ${sales.map(sale => sale.id)}::bigint[]) as sale(account_id, id)
    join transfer on transfer.account_id = sale.account_id and transfer.subject = 'sale' and transfer.subject_id = sale.id
    join hold on hold.account_id = transfer.account_id and hold.seq = hold_seq
    where transfer.kind = 'RESERVE_RELEASED' and transfer.created_at >= hold.release_at
    group by sale.account_id, sale.id`)

export async function insertReceivables(tx: Transaction, all: Receivable[], now: Date): Promise<void> {
  if (all.length === 0) return
  const of = <T>(pick: (receivable: Receivable) => T) => all.map(pick)
  await tx.query(sql`
    insert into receivable (account_id, sale_id, psp_account_id, method, part, parts, gross_centavos, fee_centavos,
      amount_centavos, taken_centavos, owed_centavos, provider_cost_centavos, expected_on, release_on, waits_for_provider, status,
      settled_at, hold_seq, due_at, created_at, updated_at)
    select part.*, ${now}::timestamptz, ${now}::timestamptz from unnest(
      ${of(r => r.accountId)}::int[], ${of(r => r.saleId)}::bigint[], ${of(r => r.pspAccountId)}::int[],
      ${of(r => r.method)}::text[], ${of(r => r.part)}::smallint[], ${of(r => r.parts)}::smallint[],
      ${of(r => r.gross)}::bigint[], ${of(r => r.fee)}::bigint[], ${of(r => r.amount)}::bigint[], ${of(r => r.taken)}::bigint[],
      ${of(r => r.owed)}::bigint[], ${of(r => r.providerCost)}::bigint[], ${of(r => r.expectedOn)}::date[],
      ${of(r => r.releaseOn)}::date[], ${of(r => r.waitsForProvider)}::boolean[], ${of(statusOf)}::text[],
      ${of(r => r.settledAt)}::timestamptz[], ${of(r => r.holdSeq)}::bigint[], ${of(dueAt)}::timestamptz[]) part`)
}

/** What holds nothing is not released. */
const dueAt = (receivable: Receivable): Date | null => (receivable.holdSeq === null ? null : releasedAt(receivable))

/** Before or behind `books.write()`, in the same transaction. */
export async function storeChanged(tx: Transaction, all: OwnHolds[], now: Date): Promise<void> {
  const parts = all.flatMap(({ changed }) => [...changed])
  if (parts.length === 0) return
  const of = <T>(pick: (part: HeldPart) => T) => parts.map(pick)
  await tx.query(sql`
    update receivable set taken_centavos = next.taken, owed_centavos = next.owed, provider_cost_centavos = next.cost,
      status = next.status, settled_at = next.settled_at, hold_seq = next.hold_seq, due_at = next.due_at, updated_at = ${now},
      seal = default
    from unnest(
      ${of(p => p.accountId)}::int[], ${of(p => p.saleId)}::bigint[], ${of(p => p.part)}::smallint[],
      ${of(p => p.taken)}::bigint[], ${of(p => p.owed)}::bigint[], ${of(p => p.providerCost)}::bigint[],
      ${of(statusOf)}::text[], ${of(p => p.settledAt)}::timestamptz[], ${of(p => p.holdSeq)}::bigint[],
      ${of(p => (p.open > 0n ? dueAt(p) : null))}::timestamptz[]
    ) as next(account_id, sale_id, part, taken, owed, cost, status, settled_at, hold_seq, due_at)
    where receivable.account_id = next.account_id and receivable.sale_id = next.sale_id and receivable.part = next.part`)
  for (const { changed } of all) changed.clear()
}

interface Agreed extends SaleKey {
  terms: SettlementTerms
  installments: number
  isCredited: boolean
  acquirer: CardSettlement | null
}

/** By `saleKeyText`, of those that are sold by boleto or card: what was agreed when their charge was made. */
export async function findSettlements(tx: Transaction, sales: SaleKey[]): Promise<Map<string, SettlementOf>> {
  const rows = await tx.query<Agreed>(sql`
    select charge.account_id as "accountId", charge.sale_id as id, installments,
      coalesce(charge.settlement, account.settlement) as terms,
      -- A boleto is reported as paid when its money is there; a card when it was approved, long before.
      method = 'boleto' or coalesce(
        reported_state = 'paid' and psp_account.card_settlement ->> 'mode' is distinct from 'PER_INSTALLMENT', false) as "isCredited",
      psp_account.card_settlement as acquirer
    from unnest(${sales.map(sale => sale.accountId)}::int[], ${sales.map(sale => sale.id)}::bigint[]) as sale(account_id, sale_id)
    join charge using (account_id, sale_id)
    join account on account.id = charge.account_id
    join psp_account on psp_account.id = charge.psp_account_id`)
  return new Map(rows.map(({ accountId, id, ...settlement }) => [saleKeyText({ accountId, id }), settlement]))
}
