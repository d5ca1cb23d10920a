// Everything that can be read of a seller, through every route that there is, against what the reference expects.
import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import { figuresOf } from '../../sale/selling.ts'
import { until } from '../../until.ts'
import { netOf, type Reference } from './reference.ts'
import type { Stage } from './stage.ts'

const LATEST_MS = 5_000

/** What is under way comes to its end meanwhile; what is wrong then is shown as a difference. */
export async function compare(reference: Reference, stage: Stage): Promise<void> {
  const expected = expectedReads(reference, stage)
  const balance = async () => (await stage.seller.api('GET', '/api/public/balance')).body
  const isNear = async () => isDeepStrictEqual(await balance(), expected.balance) || null
  await until(isNear, 'the balance', LATEST_MS).catch(() => {})
  let seen: unknown
  const same = async () => {
    seen = await reads(stage, reference)
    return isDeepStrictEqual(seen, expected) || null
  }
  await until(same, 'the gateway to agree with the reference', LATEST_MS).catch(() => {})
  assert.deepEqual(seen, expected)
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails where it is not there
type Body = any

async function reads(stage: Stage, reference: Reference) {
  const { seller, operator, gateway, uuids, stranger } = stage
  const get = async (path: string, by = seller) => (await by.api('GET', path)).body
  const [sale, cashout] = [reference.sales.at(-1), reference.cashouts.at(-1)]
  const sales = await Promise.all(reference.sales.map(one => get(`/api/transactions/${uuids.get(one)}`)))
  const refunded = new Set(reference.refunds.map(one => one.sale))
  const refunds = await Promise.all(
    [...refunded].map(one => get(`/api/transactions/${uuids.get(one)}/refunds?limit=100`)),
  )
  const [disputes, lines, summary] = await Promise.all([
    get('/api/disputes?limit=100'),
    get('/api/public/statement?limit=1'),
    get('/api/public/statement/summary'),
  ])
  const cashouts = await Promise.all(reference.cashouts.map(one => get(`/api/public/cashout/${uuids.get(one)}`)))
  const [balance, strangers, list, paid, events] = await Promise.all([
    get('/api/public/balance'),
    get('/api/public/balance', stranger),
    get('/api/transactions?limit=100'),
    get('/api/transactions?limit=100&status=PAGO'),
    allEvents(get),
  ])
  const incomingPayments = await operator.call('GET', `/api/admin/receipts?limit=100&accountId=${seller.accountId}`)
  const anomalies = await operator.call('GET', '/api/admin/anomalies?limit=100')
  const trial = await operator.call('GET', '/api/admin/ledger')
  return {
    balance,
    strangers,
    figures: await figuresOf(gateway, seller),
    sales: sales.map(saleRead),
    cashouts: cashouts.map(cashoutRead),
    refunds: refunds.flatMap(({ data }) => data.map(refundRead)).toSorted(),
    disputes: disputes.data.map(disputeRead).toReversed(),
    lastLine: behind(lines.data[0]),
    summary: { closing: summary.closing, changed: summary.credits + summary.debits },
    byNumber: {
      sale: sale === undefined ? null : (await get(`/api/transactions/${sales.at(-1)?.id}`)).uuid,
      cashout: cashout === undefined ? null : (await get(`/api/public/cashout/${cashouts.at(-1)?.id}`)).uuid,
    },
    ofOthers: {
      sale: sale === undefined ? 403 : (await stranger.api('GET', `/api/transactions/${uuids.get(sale)}`)).status,
      cashout:
        cashout === undefined ? 404 : (await stranger.api('GET', `/api/public/cashout/${uuids.get(cashout)}`)).status,
    },
    list: list.data.map(({ uuid, status }: Body) => `${uuid} ${status}`),
    paid: paid.data.map(({ uuid }: Body) => uuid),
    events: eventsBySubject(events),
    receipts: incomingPayments.body.data
      .map(({ saleUuid, amount, status, reason }: Body) => `${saleUuid} ${amount} ${status} ${reason}`)
      .toReversed(),
    anomalies: anomalies.body.data
      .filter(({ accountId }: Body) => accountId === seller.accountId)
      .map(({ subject, kind, decision }: Body) => `${subject.uuid} ${kind} ${decision ?? 'open'}`)
      .toSorted(),
    sum: trial.body.trialBalance.sum,
  }
}

/** In pages, as a shop's server pulls them. */
async function allEvents(get: (path: string) => Promise<Body>): Promise<Body[]> {
  const all: Body[] = []
  let after = ''
  for (;;) {
    const { data, more, nextCursor } = await get(`/api/events?limit=100&after=${after}`)
    all.push(...data)
    if (!more) return all
    after = nextCursor
  }
}

/** The events of each subject, in the order of its versions. */
function eventsBySubject(events: Body[]): Record<string, string[]> {
  const bySubject = Map.groupBy(events, ({ payload }) => payload.uuid)
  return Object.fromEntries([...bySubject].map(([uuid, all]) => [uuid, all.map(({ type }) => type)]))
}

const saleRead = ({ amount, netAmount, systemFee, reserveAmount, status, completedAt, externalReference }: Body) => ({
  amount,
  netAmount,
  systemFee,
  reserveAmount,
  status,
  completed: completedAt !== null,
  reference: externalReference ?? null,
})

const refundRead = ({ uuid, amount, status }: Body) => `${uuid} ${amount} ${status}`

const disputeRead = ({ uuid, kind, status, amount, heldAmount, forfeitedAmount }: Body) =>
  `${uuid} ${kind} ${status} ${amount} ${heldAmount} ${forfeitedAmount}`

/** Before the first line there is nothing. */
const behind = (line: Body) => ({
  available: line?.availableAfter ?? 0,
  blocked: line?.blockedAfter ?? 0,
  total: line?.balanceAfter ?? 0,
})

const cashoutRead = ({ amount, netAmount, fees, status, externalReference, returnedAmount, pixKey }: Body) => ({
  amount,
  netAmount,
  fees,
  status,
  pixKey,
  reference: externalReference ?? null,
  returned: returnedAmount ?? null,
})

const reais = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

const STRANGERS_FUNDS = { available: 990_10, blocked: 0, total: 990_10 }

function expectedReads(reference: Reference, { uuids }: Stage): Awaited<ReturnType<typeof reads>> {
  const {
    available,
    blocked,
    fee,
    received,
    held,
    sales,
    cashouts,
    receipts: incomingPayments,
    anomalies,
    refunds,
    disputes,
  } = reference
  const newest = sales.toReversed()
  const big = (cents: number) => BigInt(cents)
  return {
    balance: { available, blocked, total: available + blocked },
    strangers: STRANGERS_FUNDS,
    figures: {
      available: big(available),
      blocked: big(blocked),
      fee: big(fee),
      received: big(received),
      clearing: big(-held),
    },
    sales: sales.map(one => ({
      amount: one.amount,
      netAmount: one.amount - one.fee,
      systemFee: one.fee,
      status: one.status,
      reserveAmount: one.reserved,
      completed: one.paid,
      reference: one.reference,
    })),
    cashouts: cashouts.map(one => ({
      amount: reais(one.amount),
      netAmount: reais(netOf(one)),
      status: one.status,
      fees: { fixed: reais(one.fixed), variable: reais(one.variable), total: reais(one.fixed + one.variable) },
      pixKey: `${one.destination}@example.com`,
      reference: one.reference,
      returned: one.returned === 0 ? null : reais(one.returned),
    })),
    refunds: refunds.map(one => `${uuids.get(one)} ${one.amount} COMPLETED`).toSorted(),
    disputes: disputes.map(one => `${uuids.get(one)} ${one.kind} ${one.status} ${one.amount} ${one.held} ${one.lost}`),
    lastLine: { available, blocked, total: available + blocked },
    summary: { closing: { available, blocked, total: available + blocked }, changed: available + blocked },
    byNumber: { sale: uuidOf(uuids, sales.at(-1)), cashout: uuidOf(uuids, cashouts.at(-1)) },
    ofOthers: { sale: 403, cashout: 404 },
    list: newest.map(one => `${uuids.get(one)} ${one.status}`),
    paid: newest.filter(({ status }) => status === 'PAGO').map(one => uuids.get(one)),
    events: {
      ...Object.fromEntries([...sales, ...cashouts, ...disputes].map(one => [uuids.get(one), one.events])),
      ...Object.fromEntries(refunds.map(one => [uuids.get(one), ['refund.completed']])),
    },
    receipts: incomingPayments.map(
      ({ sale, amount, status, reason }) => `${uuids.get(sale)} ${amount} ${status} ${reason}`,
    ),
    anomalies: anomalies
      .map(({ cashout, decision }) => `${uuids.get(cashout)} PAID_AFTER_END ${decision ?? 'open'}`)
      .toSorted(),
    sum: '0',
  }
}

const uuidOf = <T>(uuids: Map<T, string>, one: T | undefined) => (one === undefined ? null : uuids.get(one))
