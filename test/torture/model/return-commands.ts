// Commands of what goes back: refunds in part, whole and above; disputes that the operator opens, releases and forfeits.
import fc from 'fast-check'
import type { Reference } from './reference.ts'
import { among, assertAnswer, type Command, command, isReplay, send } from './requesting.ts'
import { dispute, end, proposeForfeit, refund, release } from './returns.ts'

const key = fc.option(fc.constantFrom('a', 'b', 'c', 'd'), { freq: 2 })
const place = fc.nat({ max: 20 })
/** Of what is left: nothing said, a share of it, one cent more. */
const part = fc.oneof(fc.constantFrom('all', 'above'), fc.integer({ min: 0, max: 99 }))
type Part = string | number

const hasSales = ({ sales }: Readonly<Reference>) => sales.length > 0

/** null: nothing is said. */
function cents(left: number, share: Part): number | null {
  if (share === 'all') return null
  return share === 'above' ? left + 1 : 1 + Math.floor((left * Number(share)) / 100)
}

/** Mostly one that was paid. */
function someSale({ sales }: Reference, at: number) {
  const paid = sales.filter(sale => sale.paid)
  return at % 5 === 0 || paid.length === 0 ? among(sales, at) : among(paid, at)
}

const withAmount = (amount: number | null) => (amount === null ? {} : { amount })

const refundSome = fc.tuple(place, part, key).map(([at, share, key]) =>
  command(
    'refund',
    { at, share, key },
    (reference, stage) => {
      const sale = someSale(reference, at)
      const amount = cents(sale.amount - sale.gone, share)
      return send(reference, stage, {
        path: `/api/transactions/${stage.uuids.get(sale)}/refunds`,
        route: 'refunds',
        key,
        body: withAmount(amount),
        decide: of => refund(of, sale, amount),
      })
    },
    hasSales,
  ),
)

const openDispute = fc
  .tuple(place, fc.constantFrom('MED' as const, 'CHARGEBACK' as const), part, key)
  .map(([at, kind, share, key]) =>
    command(
      'dispute',
      { at, kind, share, key },
      (reference, stage) => {
        const sale = someSale(reference, at)
        const amount = cents(sale.amount - sale.gone, share)
        return send(reference, stage, {
          path: '/api/admin/disputes',
          route: 'disputes',
          by: 'operator' as const,
          key,
          body: { saleId: stage.uuids.get(sale), kind, ...withAmount(amount), reason: 'the acquirer has told us' },
          decide: of => dispute(of, sale, kind, amount),
        })
      },
      hasSales,
    ),
  )

/** Mostly one that is open. */
function someDispute({ disputes }: Reference, at: number) {
  const open = disputes.filter(({ status }) => status === 'OPEN')
  return open.length > 0 && at % 5 !== 0 ? among(open, at) : among(disputes, at)
}

const hasDisputes = ({ disputes }: Readonly<Reference>) => disputes.length > 0
const reason = 'the acquirer has decided'

const releaseDispute = fc.tuple(place, key).map(([at, key]) =>
  command(
    'release dispute',
    { at, key },
    (reference, stage) => {
      const one = someDispute(reference, at)
      return send(reference, stage, {
        path: `/api/admin/disputes/${stage.uuids.get(one)}/release`,
        route: 'release',
        by: 'operator',
        key,
        body: { reason },
        decide: of => release(of, one),
      })
    },
    hasDisputes,
  ),
)

/** One operator proposes it, the other one confirms it. */
const forfeitDispute = fc.tuple(place, part, key).map(([at, share, key]) =>
  command(
    'forfeit dispute',
    { at, share, key },
    async (reference, stage) => {
      const one = someDispute(reference, at)
      const amount = cents(one.amount, share)
      const proposed = await send(reference, stage, {
        path: `/api/admin/disputes/${stage.uuids.get(one)}/forfeit`,
        route: 'forfeit',
        by: 'operator',
        key,
        body: { ...withAmount(amount), reason },
        decide: () => proposeForfeit(one, amount),
      })
      if (proposed.status !== 201 || isReplay(proposed)) return
      const confirm = `/api/admin/proposals/${proposed.body.id}/confirm`
      assertAnswer(await stage.operator.call('POST', confirm, { reason }), { status: 403, stays: false })
      assertAnswer(await stage.second.call('POST', confirm, { reason }), { status: 202, stays: true })
      end(reference, one, 'FORFEITED', amount ?? one.amount)
    },
    hasDisputes,
  ),
)

const often = <T>(times: number, arbitrary: fc.Arbitrary<T>) => Array.from({ length: times }, () => arbitrary)

export const BACK_COMMANDS: fc.Arbitrary<Command>[] = [
  ...often(4, refundSome),
  ...often(3, openDispute),
  ...often(2, releaseDispute),
  ...often(2, forfeitDispute),
]
