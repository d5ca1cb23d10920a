// A seller's program pays its own sale with play money, where the sale is of the sandbox bank: what the command line plays.
import { Type } from 'typebox'
import { actorOf } from '#audit/audit.ts'
import { pathId } from '#http/request/path-id.ts'
import { accountOf } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { orThrow } from '#kernel/failure.ts'
import type { SaleDeps } from '../deps.ts'
import type { Sales } from '../feature.ts'
import { ownSale } from '../own-sale.ts'

export function simulationRoutes(server: Server, deps: Pick<SaleDeps, 'db'> & { sales: Sales }): void {
  server.post(
    '/api/transactions/:id/simulate-payment',
    {
      config: {
        guard: 'api-key',
        dialect: 'sale',
        scope: 'sale:write',
        fails: ['INVALID_DATA', 'OTHER_ACCOUNT', 'NOT_FOUND', 'CONFLICT', 'PSP_UNAVAILABLE'],
      },
      schema: {
        summary: 'Pay a sale of the sandbox bank with play money, as its buyer; 404 for a sale of any other bank',
        tags: ['Sales'],
        params: Type.Object({ id: Type.String() }),
        response: { 202: Type.Object({ uuid: Type.String() }) },
      },
    },
    async (request, reply) => {
      const sale = await ownSale(deps, accountOf(request), pathId(request.params.id))
      orThrow(await deps.sales.simulatePayment(sale, actorOf(request)))
      reply.code(202)
      return { uuid: sale.uuid }
    },
  )
}
