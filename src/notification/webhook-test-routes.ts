// A test that a person sends to one webhook, to see that it arrives and that its signature is checked.
import type { Noting } from '#http/deed.ts'
import { numberIn } from '#http/path-id.ts'
import { accountOf } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { orThrow } from '#kernel/failure.ts'
import { RedeliverySchema, redeliveryForm } from './delivery-log-wire.ts'
import { IdParams, type WebhookDoor } from './webhook-door.ts'
import { sendTest, type TestNeeds } from './webhook-test.ts'

export function webhookTestRoutes(
  server: Server,
  needs: TestNeeds & { noting: Noting },
  { path, resending }: WebhookDoor,
): void {
  server.post(
    `${path}/:id/test`,
    {
      config: resending('RATE_LIMITED', 'INVALID_DATA', 'NOT_FOUND', 'CONFLICT'),
      schema: {
        summary: 'Send a test event to this webhook alone; it shows in its delivery log',
        tags: ['Webhooks'],
        params: IdParams,
        response: { 202: RedeliverySchema },
      },
    },
    async (request, reply) => {
      const id = numberIn(request.params.id, 'webhook')
      const delivery = orThrow(await sendTest(needs, accountOf(request), id, needs.noting(request)))
      request.log.info({ by: request.caller, webhook: String(id) }, 'a webhook is tested')
      reply.code(202)
      return redeliveryForm(delivery)
    },
  )
}
