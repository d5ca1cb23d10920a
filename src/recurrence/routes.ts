// The public routes of recurring PIX: /api/pix-automatico, to create, list, read and cancel recurrences.
import { Type } from 'typebox'
import { actorOf } from '#audit/audit.ts'
import { afterReply } from '#http/after-reply.ts'
import { decodeCursor, pageOf } from '#http/request/paging.ts'
import { accountOf } from '#http/route.ts'
import { PrintableText } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { replay, sendAnswer } from '#idempotency/answer.ts'
import { KeyHeaders, keyOf } from '#idempotency/key.ts'
import { orThrow } from '#kernel/failure.ts'
import { inputOf, RecurrenceBody } from './creation/body.ts'
import type { Recurrences } from './feature.ts'
import { filterOf, ListQuery } from './list/query.ts'
import { type OwnRecurrenceDeps, ownRecurrence, recurrenceIdIn } from './own-recurrence.ts'

export interface RecurrenceRouteDeps extends OwnRecurrenceDeps {
  recurrences: Recurrences
  /** Throws where a notification address is not one that may be called. */
  checkAddress: (field: string, url: string) => void
}

const TAGS = { tags: ['Recurring PIX'] }
const IdParams = Type.Object({ id: Type.String({ description: 'idRec, uuid or number' }) })
const OWN_FIELDS_ONLY = { additionalProperties: false }

export const CancelBody = Type.Optional(
  Type.Union([
    Type.Null(),
    Type.Object({ motivo: Type.Optional(PrintableText({ minLength: 1, maxLength: 140 })) }, OWN_FIELDS_ONLY),
  ]),
)

export function recurrenceRoutes(server: Server, deps: RecurrenceRouteDeps): void {
  const { recurrences, checkAddress } = deps
  server.post(
    '/api/pix-automatico',
    {
      config: {
        guard: 'api-key',
        dialect: 'sale',
        scope: 'recurrence:write',
        fails: [
          'INVALID_DATA',
          'IDEMPOTENCY_KEY_REUSED',
          'IDEMPOTENCY_IN_FLIGHT',
          'CONFLICT',
          'GENERAL_ERROR',
          'PSP_UNAVAILABLE',
        ],
      },
      schema: {
        summary: 'Offer a payer a recurrence (Pix Automático), in journeys 3 and 4 together with its first payment',
        ...TAGS,
        headers: KeyHeaders,
        body: RecurrenceBody,
      },
    },
    async (request, reply) => {
      const input = inputOf(accountOf(request), request.body)
      if (input.postbackUrl !== null) checkAddress('postbackUrl', input.postbackUrl)
      const created = orThrow(await recurrences.create(input, keyOf(request, request.body), 'sale'))
      if ('replayed' in created) return replay(reply, created.replayed)
      afterReply(reply, () => recurrences.publish(created))
      return sendAnswer(reply, created.answer)
    },
  )

  server.get(
    '/api/pix-automatico',
    {
      config: { guard: 'api-key', dialect: 'sale', scope: 'recurrence:read', fails: ['INVALID_DATA'] },
      schema: { summary: 'The recurrences, newest first', ...TAGS, querystring: ListQuery },
    },
    async request => {
      const { limit = 20, cursor } = request.query
      const page = { below: decodeCursor(cursor), rows: limit + 1 }
      const found = await recurrences.list(accountOf(request), filterOf(request.query), page)
      const forms = new Map((await recurrences.forms(found)).map(form => [form.id, form]))
      return pageOf(found, limit, ({ id }) => forms.get(Number(id)))
    },
  )

  server.get(
    '/api/pix-automatico/:id',
    {
      config: {
        guard: 'api-key',
        dialect: 'sale',
        scope: 'recurrence:read',
        fails: ['INVALID_DATA', 'OTHER_ACCOUNT', 'NOT_FOUND'],
      },
      schema: { summary: 'One recurrence, by idRec, uuid or number', ...TAGS, params: IdParams },
    },
    async request => {
      const recurrence = await ownRecurrence(deps, accountOf(request), recurrenceIdIn(request.params.id))
      const [form] = await recurrences.forms([recurrence])
      return form
    },
  )

  server.post(
    '/api/pix-automatico/:id/cancel',
    {
      config: {
        guard: 'api-key',
        dialect: 'sale',
        scope: 'recurrence:write',
        fails: ['INVALID_DATA', 'OTHER_ACCOUNT', 'NOT_FOUND', 'CONFLICT'],
      },
      schema: {
        summary:
          'End a recurrence: nothing more is debited by it. Where its bank does not answer, it is asked again until it has ended',
        ...TAGS,
        params: IdParams,
        body: CancelBody,
      },
    },
    async (request, reply) => {
      const { accountId, id } = await ownRecurrence(deps, accountOf(request), recurrenceIdIn(request.params.id))
      const reason = request.body?.motivo ?? null
      const cancelled = orThrow(await recurrences.cancel({ accountId, id, reason, actor: actorOf(request) }))
      const [form] = await recurrences.forms([cancelled])
      return reply.code(202).send(form)
    },
  )
}
