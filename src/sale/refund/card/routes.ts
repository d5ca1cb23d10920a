// The operator's route to refunds of cards whose answer was lost.
import { Type } from 'typebox'
import { operatorIn } from '#audit/audit.ts'
import { numberIn } from '#http/request/path-id.ts'
import { critical } from '#http/route.ts'
import { PrintableText } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { orThrow } from '#kernel/failure.ts'
import type { Sales } from '../../feature.ts'
import { SaleRefundSchema, saleRefundForm } from '../wire.ts'
import { REFUND_OUTCOMES } from './decide.ts'

const MAX_ACCOUNT_ID = 2n ** 31n - 1n

export function refundOutcomeRoute(server: Server, { sales }: { sales: Pick<Sales, 'decideRefund'> }): void {
  server.post(
    '/api/admin/refunds/:accountId/:id/outcome',
    {
      config: critical({
        guard: 'operator',
        dialect: 'panel',
        fails: ['INVALID_DATA', 'NOT_FOUND', 'CONFLICT'],
      }),
      schema: {
        summary: 'Say whether a refund of a card went whose answer was lost: the acquirer gives such calls no id',
        tags: ['Operator'],
        params: Type.Object({ accountId: Type.String(), id: Type.String() }),
        body: Type.Object(
          { outcome: Type.Enum([...REFUND_OUTCOMES]), reason: PrintableText({ minLength: 3, maxLength: 500 }) },
          { additionalProperties: false },
        ),
        response: { 200: SaleRefundSchema },
      },
    },
    async request => {
      const { params, body } = request
      const accountId = Number(numberIn(params.accountId, 'refund', MAX_ACCOUNT_ID))
      const refund = { accountId, id: numberIn(params.id, 'refund') }
      return saleRefundForm(orThrow(await sales.decideRefund({ ...body, refund, by: operatorIn(request) })))
    },
  )
}
