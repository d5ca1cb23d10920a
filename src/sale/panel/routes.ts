// One sale as the seller's people read it: with its payment, its refunds, its timeline and its events. And its cancellation.
import { Type } from 'typebox'
import { actorOf } from '#audit/audit.ts'
import { pathId } from '#http/request/path-id.ts'
import { accountOf } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { orThrow } from '#kernel/failure.ts'
import type { SaleDeps } from '../deps.ts'
import type { Sales } from '../feature.ts'
import { ownSaleAlone } from '../own-sale.ts'
import { expandingForPeople } from '../payment.ts'
import { SaleSchema, saleForm } from '../wire.ts'
import { lifeOf } from './timeline.ts'
import { SaleWithLifeSchema } from './wire.ts'

const tags = ['Sales']
const params = Type.Object({ id: Type.String() })

export function salePanelRoutes(server: Server, deps: Pick<SaleDeps, 'db'> & { sales: Sales }): void {
  const { db, sales } = deps
  server.get(
    '/api/sales/:id',
    {
      config: { guard: 'session', dialect: 'panel', fails: ['INVALID_DATA', 'NOT_FOUND'] },
      schema: {
        summary: 'One sale by uuid or number, with its payment, its timeline, and links to what was sent about it',
        tags,
        params,
        response: { 200: SaleWithLifeSchema },
      },
    },
    async request => {
      const sale = await ownSaleAlone(deps, accountOf(request), pathId(request.params.id))
      const [form, life, canSimulatePayment, refundable] = await Promise.all([
        expandingForPeople(db, [sale]),
        lifeOf(db, sale),
        sales.canSimulatePayment(sale),
        sales.refundable(sale),
      ])
      return { ...form(sale), ...life, canSimulatePayment, refundable, payUrl: sales.chargePageUrl(sale) }
    },
  )
  server.post(
    '/api/sales/:id/cancel',
    {
      // It keeps money from coming in, and moves none: no second factor.
      config: {
        guard: 'session',
        dialect: 'panel',
        roles: ['OWNER', 'FINANCE'],
        fails: ['INVALID_DATA', 'NOT_FOUND', 'CONFLICT', 'PSP_UNAVAILABLE'],
      },
      schema: {
        summary: 'Cancel a sale that waits to be paid; its code is taken away first',
        tags,
        params,
        response: { 202: SaleSchema },
      },
    },
    async (request, reply) => {
      const { accountId, id } = await ownSaleAlone(deps, accountOf(request), pathId(request.params.id))
      const cancelled = await sales.cancel({ accountId, id: { number: id }, actor: actorOf(request) })
      return reply.code(202).send(saleForm(orThrow(cancelled)))
    },
  )
}
