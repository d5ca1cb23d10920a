// An auditor: reads a whole house by plain SQL, and the bank's own books over HTTP, and names everything that does not add
// up. It shares nothing with the code that it judges, and changes nothing.
import assert from 'node:assert/strict'
import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import { HOUSE_INVARIANTS, LEDGER_INVARIANTS } from './books-invariants.ts'
import { call } from './http.ts'
import { until } from './until.ts'

export interface Audited {
  db: Queryable
  bankUrl: string
}

/** Fails with every sentence that is not true of this house. Work may be under way; what is booked must hold anyway. */
export async function assertBooks(house: Audited): Promise<void> {
  assert.deepEqual(await untruths(house), [])
}

export async function untruths({ db, bankUrl }: Audited): Promise<string[]> {
  return [
    ...(await offences(db, LEDGER_INVARIANTS)),
    ...(await offences(db, HOUSE_INVARIANTS)),
    ...(await differencesWithTheBank(db, bankUrl)),
  ]
}

/** Of these sentences, those that are not true, with what offends them. */
export async function offences(db: Queryable, invariants: Record<string, Sql>): Promise<string[]> {
  const found: string[] = []
  for (const [sentence, offenders] of Object.entries(invariants))
    for (const row of await db.query(offenders)) found.push(`${sentence}: ${inWords(row)}`)
  return found
}

const inWords = (row: unknown) => JSON.stringify(row, (_key, value) => (typeof value === 'bigint' ? `${value}` : value))

interface Payment {
  idEnvio: string
  amount: string
  status: 'EM_PROCESSAMENTO' | 'REALIZADO' | 'NAO_REALIZADO'
}

interface Receipt {
  endToEndId: string
  txid: string | null
  amount: string
}

interface OurPayout {
  payout_id: string
  state: string
  net_centavos: bigint
  has_anomaly: boolean
}

async function differencesWithTheBank(db: Queryable, bankUrl: string): Promise<string[]> {
  const payments = await bankList<Payment>(bankUrl, '/sandbox/payments')
  const receipts = await bankList<Receipt>(bankUrl, '/sandbox/receipts')
  const payouts = await db.query<OurPayout>(sql`
    select payout_attempt.payout_id, state, net_centavos,
      exists (select from anomaly where anomaly.account_id = withdrawal.account_id
        and anomaly.subject_id = withdrawal.id) as has_anomaly
    from payout_attempt join withdrawal on withdrawal.account_id = payout_attempt.account_id
      and withdrawal.id = payout_attempt.withdrawal_id`)
  const booked = await db.query<{ end_to_end_id: string; amount_centavos: bigint }>(
    sql`select end_to_end_id, amount_centavos from receipt`,
  )
  return [
    ...payoutsAndPayments(payouts, payments),
    ...sameEntries('a receipt', booked.map(receiptText), receipts.map(theirReceiptText)),
    ...(await clearing(db, payouts, payments, receipts)),
  ]
}

/** Each settled cashout is one executed payment of its net, each refused one is none, and no payment is without a cashout. */
function payoutsAndPayments(payouts: OurPayout[], payments: Payment[]): string[] {
  const ours = new Map(payouts.map(payout => [payout.payout_id, payout]))
  const theirs = Map.groupBy(payments, payment => payment.idEnvio)
  const strangers = payments
    .filter(({ idEnvio }) => !ours.has(idEnvio))
    .map(({ idEnvio }) => `nobody asked: ${idEnvio}`)
  const wrong = payouts
    .filter(payout => !payout.has_anomaly)
    .flatMap(payout => {
      const made = (theirs.get(payout.payout_id) ?? []).filter(({ status }) => status !== 'NAO_REALIZADO')
      const told = made.map(({ status, amount }) => `${status} ${centavosOf(amount)}`).join(', ')
      const fits = FITTING[payout.state]?.(told, payout.net_centavos) ?? false
      return fits ? [] : [`cashout ${payout.payout_id} is ${payout.state} and the bank made: ${told || 'nothing'}`]
    })
  return [...strangers, ...wrong]
}

const FITTING: Record<string, (told: string, net: bigint) => boolean> = {
  settled: (told, net) => told === `REALIZADO ${net}`,
  refused: told => told === '',
  // Under way: paid at most once.
  submitted: (told, net) => ['', `REALIZADO ${net}`, `EM_PROCESSAMENTO ${net}`].includes(told),
}

/** What we say lies at the bank is what came in less what went out, as far as both sides have ended it. */
async function clearing(db: Queryable, payouts: OurPayout[], payments: Payment[], receipts: Receipt[]) {
  const settled = new Set(payouts.filter(({ state }) => state === 'settled').map(({ payout_id }) => payout_id))
  const out = payments.filter(({ idEnvio }) => settled.has(idEnvio)).map(({ amount }) => centavosOf(amount))
  const held = sum(receipts.map(({ amount }) => centavosOf(amount))) - sum(out)
  const [row] = await db.query<{ clearing: bigint }>(
    sql`select coalesce(-sum(clearing_centavos), 0)::bigint as clearing from wallet`,
  )
  return row?.clearing === held ? [] : [`our clearing is ${row?.clearing}, the bank holds ${held}`]
}

function sameEntries(what: string, ours: string[], theirs: string[]): string[] {
  const only = (one: string[], other: string[]) => one.filter(entry => !other.includes(entry))
  return [
    ...only(ours, theirs).map(entry => `${what} that only we have: ${entry}`),
    ...only(theirs, ours).map(entry => `${what} that only the bank has: ${entry}`),
    ...(ours.length === theirs.length ? [] : [`${what}: we have ${ours.length}, the bank ${theirs.length}`]),
  ]
}

const receiptText = (of: { end_to_end_id: string; amount_centavos: bigint }) =>
  `${of.end_to_end_id} ${of.amount_centavos}`
const theirReceiptText = ({ endToEndId, amount }: Receipt) => `${endToEndId} ${centavosOf(amount)}`

const centavosOf = (reais: string) => BigInt(reais.replace('.', ''))
const sum = (amounts: bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)

async function bankList<T>(bankUrl: string, path: string): Promise<T[]> {
  const { body } = await call(bankUrl, 'GET', `${path}?limit=10000`)
  assert.equal(body.nextCursor, null, 'more than one page of bank books')
  return body.data
}

/**
 * Waits until nothing is owed any more: no cashout or sale under way, no callback unapplied, no delivery open. `aheadMs`
 * says by how much the house's clock was moved.
 */
export async function untilAtRest({ db }: Pick<Audited, 'db'>, { aheadMs = 0 } = {}): Promise<void> {
  let owed: unknown[] = []
  const look = async () => {
    owed = await db.query(owedAt(new Date(Date.now() + aheadMs)))
    return owed.length === 0
  }
  await until(async () => (await look()) || null, 'everything owed to be done', REST_MS).catch(error => {
    throw new Error(`${error.message}; still owed: ${inWords(owed.slice(0, 5))}`)
  })
}

const REST_MS = 20_000

const owedAt = (now: Date) => sql`
  select 'withdrawal' as what, uuid::text as id, state from withdrawal where state in ('requested', 'submitted')
  union all select 'sale', uuid::text, status from sale where status = 'EM_PROCESSAMENTO' or due_at <= ${now}
  union all select 'callback', id::text, trouble from psp_inbox where due_at is not null
  union all select 'delivery', id::text, channel from delivery`
