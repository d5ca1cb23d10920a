// The commands of a play, as fast-check has them: each does one thing to the reference and to the gateway, compares what was answered, and
// then everything that can be read.
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { type Answer, call } from '../../http.ts'
import { SALE } from '../../sale/selling.ts'
import { until } from '../../until.ts'
import type { Reference } from './reference.ts'
import { among, assertAnswer, type Command, codeOf, command, note, type Send, sameTime, send } from './requesting.ts'
import { BACK_COMMANDS } from './return-commands.ts'
import { type Stage, setTerms } from './stage.ts'
import { TERMS } from './terms.ts'
import type { Anomaly, Receipt } from './things.ts'

const hasSales = ({ sales }: Readonly<Reference>) => sales.length > 0
const hasCashouts = ({ cashouts }: Readonly<Reference>) => cashouts.length > 0
const hasReceipts = ({ receipts: incomingPayments }: Readonly<Reference>) => incomingPayments.length > 0
const unmatchedIn = ({ receipts: incomingPayments }: Readonly<Reference>) =>
  incomingPayments.filter(({ reason }) => reason !== null)
const hasUnmatched = (reference: Readonly<Reference>) => unmatchedIn(reference).length > 0
const hasAnomalies = ({ anomalies }: Readonly<Reference>) => anomalies.length > 0

const key = fc.option(fc.constantFrom('a', 'b', 'c', 'd'), { freq: 2 })
const referenceName = fc.option(fc.constantFrom('x', 'y'), { freq: 3 })
const place = fc.nat({ max: 20 })
/** Two amounts again and again, so that equal requests are frequent, and any. */
const saleCents = fc.oneof(fc.constantFrom(1, 500_00, 500_00), fc.integer({ min: 1, max: 900_00 }))
const reaisAsked = fc.oneof(
  fc.constantFrom(100, 100, 150.5, 0, -1, 99.99, 100.001, 300, 300.01),
  fc.integer({ min: 100_00, max: 400_00 }).map(cents => cents / 100),
)
const DESTINATIONS = [
  'maria',
  'maria',
  'muda',
  'recusada',
  'negada',
  'semchave',
  'analise',
  'devolvida',
  'parcial',
  'contradiz',
]
const destination = fc.constantFrom(...DESTINATIONS)

/** The way back from reais is exact to the cent, or there is none. */
function centsIn(reais: number): number | null {
  const cents = Math.round(reais * 100)
  return reais > 0 && cents / 100 === reais ? cents : null
}

const sale = (reference: Reference, at: number) => among(reference.sales, at)

const sellOf = (amount: number, name: string | null, key: string | null) =>
  command('sell', { amount, name, key }, (reference, stage) => {
    const body = { ...SALE, amount, ...(name !== null && { externalReference: name }) }
    return send(reference, stage, {
      path: '/api/transactions',
      body,
      key,
      decide: of => of.sell(amount, name),
    })
  })
const sell = fc.tuple(saleCents, referenceName, key).map(given => sellOf(...given))

const payOf = (at: number) =>
  command(
    'pay',
    { at },
    async (reference, stage) => {
      const paid = sale(reference, at)
      const closed = paid.status === 'CANCELADO' ? { late: true } : {}
      const more = paid.paid ? { again: true, late: true } : closed
      const pixCopiaECola = stage.codes.get(paid)
      const { status, text, body } = await call(stage.bankUrl, 'POST', '/sandbox/pay', {
        body: { pixCopiaECola, ...more },
      })
      assert.equal(status, 201, text)
      reference.pay(paid)
      stage.endToEndIds.set(reference.receipts.at(-1) as Receipt, body.endToEndId)
    },
    hasSales,
  )
const pay = place.map(payOf)

const cancelOf = (at: number) =>
  command(
    'cancel',
    { at },
    async (reference, stage) => {
      const cancelled = sale(reference, at)
      const expected = reference.cancel(cancelled)
      assertAnswer(await stage.seller.api('POST', `/api/transactions/${stage.uuids.get(cancelled)}/cancel`), expected)
    },
    hasSales,
  )
const cancel = place.map(cancelOf)

/** Three things that chance seldom puts in this order. */
const payLate = saleCents.map(amount =>
  command('sell, cancel and pay', { amount }, async (reference, stage) => {
    await sellOf(amount, null, null).run(reference, stage)
    const last = reference.sales.length - 1
    for (const next of [cancelOf(last), payOf(last)]) await next.run(reference, stage)
  }),
)

const cashOut = fc
  .tuple(reaisAsked, destination, referenceName, key)
  .map(([amount, to, name, key]) =>
    command('cash out', { amount, to, name, key }, (reference, stage) =>
      send(reference, stage, cashoutRequest(amount, to, name, key)),
    ),
  )

const cashoutRequest = (amount: number, to: string, name: string | null, key: string | null): Send => ({
  path: '/api/public/cashout',
  body: cashoutBody(amount, to, name),
  key,
  isInvalid: centsIn(amount) === null,
  decide: of => of.cashOut(centsIn(amount), to, name),
})

const takeBack = place.map(at =>
  command(
    'take back',
    { at },
    async (reference, stage) => {
      const cashout = among(reference.cashouts, at)
      const expected = reference.takeBack(cashout)
      assertAnswer(await stage.seller.api('POST', `/api/public/cashout/${stage.uuids.get(cashout)}/cancel`), expected)
    },
    hasCashouts,
  ),
)

const vote = fc.tuple(place, fc.constantFrom('approve', 'approve', 'reject')).map(([at, what]) =>
  command(
    what,
    { at },
    async (reference, { operator, seller, uuids }) => {
      const cashout = among(reference.cashouts, at)
      const expected = reference.vote(cashout, what)
      const headers = { 'x-account-id': `${seller.accountId}` }
      assertAnswer(await operator.call('POST', `/api/withdrawals/${uuids.get(cashout)}/${what}`, {}, headers), expected)
    },
    hasCashouts,
  ),
)

const cashoutBody = (amount: number, to: string, name: string | null) => ({
  amount,
  pixKey: `${to}@example.com`,
  pixKeyType: 'EMAIL',
  ...(name !== null && { externalReference: name }),
})

/** Without a key each is another one; the balance is spent by as many as it is enough for, in any order. */
const spree = fc.tuple(fc.integer({ min: 2, max: 12 }), fc.constantFrom(100, 150, 280)).map(([times, amount]) =>
  command('cash out at once', { times, amount }, async (reference, stage) => {
    const expected = Array.from({ length: times }, () => reference.cashOut(amount * 100, 'maria', null))
    const body = cashoutBody(amount, 'maria', null)
    const answers = await sameTime(times, () => stage.seller.api('POST', '/api/public/cashout', body))
    const seen = answers.map(answer => `${answer.status} ${answer.status === 201 ? '' : codeOf(answer)}`)
    assert.deepEqual(seen.toSorted(), expected.map(({ status, code = '' }) => `${status} ${code}`).toSorted())
    const made = answers.filter(({ status }) => status === 201).toSorted((one, other) => one.body.id - other.body.id)
    for (const { made: one } of expected) if (one !== undefined) note(stage, one, made.shift() as Answer)
  }),
)

/** One key, many times at the same moment: one effect, and the same answer to all. */
const duplicates = fc
  .tuple(fc.integer({ min: 2, max: 20 }), reaisAsked, fc.constantFrom('e', 'f'))
  .map(([times, amount, key]) =>
    command('the same at once', { times, amount, key }, (reference, stage) =>
      send(reference, stage, { ...cashoutRequest(amount, 'maria', null, key), times }),
    ),
  )

/** Every payment is reported again, by a callback that was forged to say more than is true. */
const callBackAgain = place.map(at =>
  command(
    'tell again',
    { at },
    async (reference, stage) => {
      const endToEndId = stage.endToEndIds.get(among(reference.receipts, at))
      const body = JSON.stringify({ pix: [{ endToEndId, txid: 'T'.repeat(32), valor: '1000000.00' }] })
      const answers = await sameTime(3, () => fetch(stage.wire.callbackUrl(), { method: 'POST', body }))
      for (const { status } of answers) assert.equal(status, 200)
    },
    hasReceipts,
  ),
)

const pass = fc.constant(
  command('pass', {}, async (reference, stage) => {
    await stage.pass()
    reference.pass()
  }),
)

const setNew = TERMS.map(given =>
  command('set', given, async (reference, stage) => {
    reference.set(given)
    await setTerms(stage, reference.terms)
  }),
)

const decideReceipt = fc.tuple(place, fc.constantFrom('return', 'credit'), key).map(([at, what, key]) =>
  command(
    'decide receipt',
    { at, what, key },
    async (reference, stage) => {
      const incomingPayment = among(unmatchedIn(reference), at)
      const endToEndId = stage.endToEndIds.get(incomingPayment)
      const { accountId } = stage.seller
      const { body } = await stage.operator.call('GET', `/api/admin/receipts?limit=100&accountId=${accountId}`)
      const { id } = body.data.find((one: { endToEndId: string }) => one.endToEndId === endToEndId)
      await send(reference, stage, {
        path: `/api/admin/receipts/${accountId}/${id}/${what}`,
        route: `receipts ${what}`,
        by: 'operator',
        key,
        body: { reason: 'the buyer called' },
        decide: of => of.decideReceipt(incomingPayment, what),
      })
    },
    hasUnmatched,
  ),
)

const decideAnomaly = fc
  .tuple(place, fc.constantFrom('CHARGE_SELLER', 'BEAR_LOSS', 'DISMISS'), key)
  .map(([at, decision, key]) =>
    command(
      'decide anomaly',
      { at, decision, key },
      async (reference, stage) => {
        const anomaly = among(reference.anomalies, at)
        await send(reference, stage, {
          path: `/api/admin/anomalies/${await anomalyUuid(stage, anomaly)}/decide`,
          route: 'anomalies',
          by: 'operator',
          key,
          body: { decision, reason: 'the bank says so' },
          decide: of => of.decideAnomaly(anomaly, decision),
        })
      },
      hasAnomalies,
    ),
  )

function anomalyUuid({ operator, uuids }: Stage, { cashout }: Anomaly): Promise<string> {
  return until(async () => {
    const { body } = await operator.call('GET', '/api/admin/anomalies?limit=100')
    type Shown = { uuid: string; subject: { uuid: string } }
    return body.data.find(({ subject }: Shown) => subject.uuid === uuids.get(cashout))?.uuid ?? null
  }, 'the anomaly')
}

const often = <T>(times: number, arbitrary: fc.Arbitrary<T>) => Array.from({ length: times }, () => arbitrary)

export const COMMANDS: fc.Arbitrary<Command>[] = [
  ...often(4, sell),
  ...often(6, pay),
  ...often(8, cashOut),
  ...often(2, duplicates),
  ...often(3, decideReceipt),
  ...often(2, decideAnomaly),
  ...often(2, setNew),
  ...often(2, pass),
  ...often(2, payLate),
  ...often(2, takeBack),
  ...often(3, vote),
  ...[cancel, spree, callBackAgain],
  ...BACK_COMMANDS,
]

/** Every play begins with money. */
export const OPENING: Command[] = [sellOf(2_000_00, null, null), payOf(0)]
