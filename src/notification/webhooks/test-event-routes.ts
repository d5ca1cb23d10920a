// A test that a person sends to one webhook, to see that it arrives and that its signature is checked.
import type { RecorderOf } from '#http/audited-action.ts'
import { numberIn } from '#http/request/path-id.ts'
import { accountOf } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { orThrow } from '#kernel/failure.ts'
import type { Dispatcher } from '../delivery/dispatcher.ts'
import { RedeliverySchema, redeliveryForm } from '../delivery-log/wire.ts'
import type { NotificationsDeps } from '../feature.ts'
import { IdParams, type WebhookAccess } from './access.ts'
import { sendTest, TestEventSchema } from './test-event.ts'
import { TEST_EVENT } from './test-event-store.ts'

export function webhookTestRoutes(
  server: Server,
  deps: Pick<NotificationsDeps, 'db' | 'clock'> & Pick<Dispatcher, 'prioritise'> & { recorderOf: RecorderOf },
  { path, resending }: WebhookAccess,
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
        notifies: [
          { name: TEST_EVENT, channel: 'signed', summary: 'A test of this webhook alone', body: TestEventSchema },
        ],
      },
    },
    async (request, reply) => {
      const id = numberIn(request.params.id, 'webhook')
      const delivery = orThrow(await sendTest(deps, accountOf(request), id, deps.recorderOf(request)))
      request.log.info({ by: request.caller, webhook: String(id) }, 'a webhook is tested')
      reply.code(202)
      return redeliveryForm(delivery)
    },
  )
}
