// An auditor: reads a whole gateway by plain SQL, and the bank's own books over HTTP, and names everything that does not add up. It shares
// nothing with the code that it judges, and changes nothing. The gateway's own doctor is run as well.
import assert from 'node:assert/strict'
import sql, { type Sql } from 'sql-template-tag'
import type { Database, Queryable } from '#db/postgres.ts'
import { examine } from '#doctor/examine.ts'
import { sentenceOf } from '#doctor/report.ts'
import { systemClock } from '#kernel/time.ts'
import { GATEWAY_INVARIANTS, LEDGER_INVARIANTS } from './books-invariants.ts'
import { call } from './http.ts'
import { until } from './until.ts'

export interface Audited {
  db: Database
  bankUrl: string
}

/** Fails with every sentence that is not true of this gateway. Work may be under way; what is booked must hold anyway. */
export async function assertBooks(gateway: Audited): Promise<void> {
  assert.deepEqual(await untruths(gateway), [])
}

export async function untruths({ db, bankUrl }: Audited): Promise<string[]> {
  return [
    ...(await offences(db, LEDGER_INVARIANTS)),
    ...(await offences(db, GATEWAY_INVARIANTS)),
    ...(await findings(db)),
    ...(await differencesWithTheBank(db, bankUrl)),
  ]
}

/** What the doctor reports, in one snapshot, of the same gateway; with the chain, which only the doctor checks. */
export async function findings(db: Database): Promise<string[]> {
  const examination = await examine({ db, clock: systemClock })
  return (examination?.findings ?? []).map(finding => `the doctor says: ${sentenceOf(finding)}`)
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
  /** What came back of it. */
  returned: string
}

interface Receipt {
  endToEndId: string
  txid: string | null
  amount: string
  /** Refunded, or on its way. */
  returned: string
}

interface BankCharge {
  chargeId: number
  amount: string
  card: { credits: object[] } | null
  payments: { amount: string; status: string; creditedAt: string | null }[]
}

interface RefundToKey {
  psp_refund_id: string
  status: 'PENDING' | 'COMPLETED' | 'FAILED'
  amount_centavos: bigint
}

/** Money that came by a statement alone. */
interface Ted {
  id: string
  amount: string
}

interface OurPayment {
  end_to_end_id: string
  amount_centavos: bigint
  status: string
  pending_return: bigint
  gone_back: bigint
}

interface OurPayout {
  payout_id: string
  state: string
  net_centavos: bigint
  returned_centavos: bigint
  has_anomaly: boolean
}

/**
 * Both sides are compared entry by entry; that the sums agree follows from that and from the ledger's own. What the bank has
 * must have been known to us before, and what we say that it did must be done by then, so the bank is read on either side.
 */
async function differencesWithTheBank(db: Queryable, bankUrl: string): Promise<string[]> {
  const before = await bankBooks(bankUrl)
  const payouts = await db.query<OurPayout>(sql`
    select payout_attempt.payout_id, state, net_centavos, returned_centavos,
      exists (select from anomaly where anomaly.account_id = withdrawal.account_id
        and anomaly.subject_id = withdrawal.id) as has_anomaly
    from payout_attempt join withdrawal on withdrawal.account_id = payout_attempt.account_id
      and withdrawal.id = payout_attempt.withdrawal_id`)
  const incomingPayments = await db.query<OurPayment>(sql`
    select end_to_end_id, amount_centavos, status,
      (status in ('RETURNING', 'RETURNED') and not to_key)::int * amount_centavos + going + losing as pending_return,
      (status = 'RETURNED' and not to_key)::int * amount_centavos + gone + lost as gone_back
    from receipt
    cross join lateral (
      select coalesce(sum(amount_centavos) filter (where status <> 'FAILED' and own), 0)::bigint as going,
        coalesce(sum(amount_centavos) filter (where status = 'COMPLETED' and own), 0)::bigint as gone,
        -- A payment of its own at the bank: by which Pix the boleto was paid showed later.
        coalesce(bool_or(to_pix_key is not null and status <> 'FAILED'), false) as to_key
      from refund cross join lateral (select sale_id is not null and to_pix_key is null as own) way
      where refund.account_id = receipt.account_id and refund.receipt_id = receipt.id
    ) refunds
    cross join lateral (
      select coalesce(sum(case when closed_at is null then amount_centavos else forfeited_centavos - elsewhere_centavos end), 0)::bigint
          as losing, coalesce(sum(forfeited_centavos - elsewhere_centavos), 0)::bigint as lost
      from dispute where dispute.account_id = receipt.account_id and dispute.receipt_id = receipt.id and sale_id is null
    ) disputes
    where status <> 'MOVED' and end_to_end_id is distinct from charge_payment_id`)
  const paidCharges = await db.query<{ id: string; amount_centavos: bigint }>(sql`
    select coalesce((select line_id from movement where 'T' || movement.psp_account_id || '-' || movement.id = charge_payment_id),
      charge_payment_id) as id, amount_centavos from receipt where charge_payment_id is not null and status <> 'MOVED'`)
  const toKeys = await db.query<RefundToKey>(sql`
    select psp_refund_id, status, amount_centavos from refund where to_pix_key is not null`)
  const booked = incomingPayments.map(receiptText)
  const after = await bankBooks(bankUrl)
  return [
    ...strangers(payouts, toKeys, before.payments),
    ...toKeys.flatMap(refund => refundUnlikeTheBank(refund, after.payments)),
    ...missing('a boleto that was paid at the bank alone', before.charges, paidCharges.map(chargeText)),
    ...missing('a boleto that only we say was paid', paidCharges.map(chargeText), after.charges),
    ...payouts.flatMap(payout => unlikeTheBank(payout, after.payments)),
    ...missing('a receipt that only the bank has', before.receipts.map(theirReceiptText), booked),
    ...missing('a receipt that only we have', booked, after.receipts.map(theirReceiptText)),
    ...returnsUnlikeTheBanks(incomingPayments, before.receipts, after.receipts),
  ]
}

/** What the bank gave back was requested by us; and what is refunded in our books is refunded there. */
function returnsUnlikeTheBanks(ours: OurPayment[], before: Receipt[], after: Receipt[]): string[] {
  const ourReceipt = new Map(ours.map(incomingPayment => [incomingPayment.end_to_end_id, incomingPayment]))
  const pspInitiated = before.filter(
    ({ endToEndId, returned }) => centavosOf(returned) > (ourReceipt.get(endToEndId)?.pending_return ?? 0n),
  )
  const undone = after.filter(
    ({ endToEndId, returned }) => centavosOf(returned) < (ourReceipt.get(endToEndId)?.gone_back ?? 0n),
  )
  return [
    ...pspInitiated.map(
      ({ endToEndId, returned }) => `the bank gave back what nobody asked for: ${endToEndId} ${returned}`,
    ),
    ...undone.map(({ endToEndId, returned }) => `we say it went back and the bank does not: ${endToEndId} ${returned}`),
  ]
}

const strangers = (payouts: OurPayout[], toKeys: RefundToKey[], payments: Payment[]) =>
  missing(
    'a payment that nobody asked for',
    payments.map(({ idEnvio }) => idEnvio),
    [...payouts.map(({ payout_id }) => payout_id), ...toKeys.map(({ psp_refund_id }) => psp_refund_id)],
  )

/** What went back to a key is one executed payment of the whole; what failed is none. */
function refundUnlikeTheBank(
  { psp_refund_id: id, status, amount_centavos }: RefundToKey,
  payments: Payment[],
): string[] {
  const made = payments.filter(({ idEnvio, status }) => idEnvio === id && status === 'REALIZADO')
  const paid = made.reduce((sum, { amount }) => sum + centavosOf(amount), 0n)
  const isRight =
    status === 'PENDING' ? paid <= amount_centavos : paid === (status === 'COMPLETED' ? amount_centavos : 0n)
  return isRight ? [] : [`the refund ${id} of ${amount_centavos} is ${status}, and the bank has paid ${paid} of it`]
}

/** A settled cashout is one executed payment of its net, a refused one is none; what came back, the bank knows of. */
function unlikeTheBank(payout: OurPayout, payments: Payment[]): string[] {
  if (payout.has_anomaly) return []
  const made = payments.filter(({ idEnvio, status }) => idEnvio === payout.payout_id && status !== 'NAO_REALIZADO')
  const reported = made.map(({ status, amount }) => `${status} ${centavosOf(amount)}`).join(', ')
  const fits = FITTING[payout.state]?.(reported, payout.net_centavos) ?? false
  const back = made.reduce((sum, { returned }) => sum + centavosOf(returned), 0n)
  return [
    ...(fits ? [] : [`cashout ${payout.payout_id} is ${payout.state} and the bank made: ${reported || 'nothing'}`]),
    ...(payout.returned_centavos > back ? [`of cashout ${payout.payout_id} only ${back} came back at the bank`] : []),
  ]
}

const FITTING: Record<string, (reported: string, net: bigint) => boolean> = {
  settled: (reported, net) => reported === `REALIZADO ${net}`,
  refused: reported => reported === '',
  // Under way: paid at most once.
  submitted: (reported, net) => ['', `REALIZADO ${net}`, `EM_PROCESSAMENTO ${net}`].includes(reported),
}

/** Entries of `these` that are not among `those`, or more often. */
function missing(what: string, these: string[], those: string[]): string[] {
  const left = [...those]
  return these.flatMap(entry => {
    const at = left.indexOf(entry)
    if (at < 0) return [`${what}: ${entry}`]
    left.splice(at, 1)
    return []
  })
}

const receiptText = (of: { end_to_end_id: string; amount_centavos: bigint }) =>
  `${of.end_to_end_id} ${of.amount_centavos}`
const theirReceiptText = ({ endToEndId, amount }: Receipt) => `${endToEndId} ${centavosOf(amount)}`

const centavosOf = (reais: string) => BigInt(reais.replace('.', ''))

interface BankBooks {
  payments: Payment[]
  receipts: Receipt[]
  /** What was credited for charges, each as we name it. */
  charges: string[]
}

async function bankBooks(bankUrl: string): Promise<BankBooks> {
  const [payments, incomingPayments, charges, teds] = await Promise.all([
    bankList<Payment>(bankUrl, '/sandbox/payments'),
    bankList<Receipt>(bankUrl, '/sandbox/receipts'),
    bankList<BankCharge>(bankUrl, '/sandbox/charges'),
    bankList<Ted>(bankUrl, '/sandbox/teds'),
  ])
  const credited = teds.map(({ id, amount }) => `${id} ${centavosOf(amount)}`)
  return { payments, receipts: incomingPayments, charges: [...charges.flatMap(creditsOf), ...credited] }
}

/** In the order in which they were credited. Tests have one PSP account at a bank. */
const creditsOf = ({ chargeId, amount, payments, card }: BankCharge): string[] =>
  card !== null && card.credits.length > 0
    ? // Booked when it is approved, long before it is credited.
      [`${chargeId} ${centavosOf(amount)}`]
    : payments
        .filter(({ status }) => status === 'credited')
        .toSorted((one, other) => String(one.creditedAt).localeCompare(String(other.creditedAt)))
        .map(({ amount }, n) => `${chargeId}${n === 0 ? '' : `-${n + 1}`} ${centavosOf(amount)}`)

const chargeText = ({ id, amount_centavos }: { id: string; amount_centavos: bigint }) =>
  `${id.replace(/^C\d+-/, '')} ${amount_centavos}`

async function bankList<T>(bankUrl: string, path: string): Promise<T[]> {
  const { body } = await call(bankUrl, 'GET', `${path}?limit=10000`)
  assert.equal(body.nextCursor, null, 'more than one page of bank books')
  return body.data
}

/**
 * Waits until nothing is owed any more: no cashout or sale under way, no callback unapplied, no delivery open. `aheadMs` says by how much
 * the gateway's clock was moved.
 */
export async function untilIdle({ db }: Pick<Audited, 'db'>, { aheadMs = 0, latestMs = IDLE_MS } = {}): Promise<void> {
  let owed: unknown[] = []
  const look = async () => {
    owed = await db.query(owedAt(new Date(Date.now() + aheadMs)))
    return owed.length === 0
  }
  await until(async () => (await look()) || null, 'everything owed to be done', latestMs).catch(error => {
    throw new Error(`${error.message}; still owed: ${inWords(owed.slice(0, 5))}`)
  })
}

/** Long for a machine that is busy. */
const IDLE_MS = 90_000

const owedAt = (now: Date) => sql`
  select 'withdrawal' as what, uuid::text as id, state from withdrawal where state in ('requested', 'submitted')
  union all select 'sale', uuid::text, status from sale where status = 'EM_PROCESSAMENTO' or due_at <= ${now}
  union all select 'refund', uuid::text, status from refund where status = 'PENDING'
  union all select 'callback', id::text, trouble from psp_inbox where due_at is not null
  union all select 'delivery', id::text, channel from delivery`
