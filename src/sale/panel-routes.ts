// One sale as the seller's people read it: with what paid it, what went back of that, its life, and what was told of it.
import { Type } from 'typebox'
import { pathId } from '#http/path-id.ts'
import { accountOf } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { type OwnSaleNeeds, ownSale } from './own-sale.ts'
import { expanding } from './payment.ts'
import { lifeOf } from './timeline.ts'

export function salePanelRoutes(server: Server, needs: OwnSaleNeeds): void {
  const { db } = needs
  server.get(
    '/api/sales/:id',
    {
      config: { guard: 'session', dialect: 'panel', fails: ['INVALID_DATA', 'OTHER_ACCOUNT', 'NOT_FOUND'] },
      schema: {
        summary: 'One sale by uuid or number, with its payment, its timeline, and links to what was sent about it',
        tags: ['Sales'],
        params: Type.Object({ id: Type.String() }),
      },
    },
    async request => {
      const sale = await ownSale(needs, accountOf(request), pathId(request.params.id))
      const [form, life] = await Promise.all([expanding(db, [sale]), lifeOf(db, sale)])
      return { ...form(sale), ...life }
    },
  )
}
