// The routes that change a recurrence, end it, or offer it once more.
import type { FastifyReply } from 'fastify'
import { actorOf } from '#audit/audit.ts'
import { accountOf } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { orThrow } from '#kernel/failure.ts'
import type { AddressCheck } from '#notification/webhooks/address.ts'
import type { RecurrenceDeps } from '../deps.ts'
import type { Recurrences } from '../feature.ts'
import { CancelBody } from '../fields.ts'
import { RecurrenceSchema } from '../list/schema.ts'
import { RecurrenceParams, recurrenceIdIn } from '../own-recurrence.ts'
import type { Recurrence } from '../recurrence.ts'
import type { RouteSet } from '../route-set.ts'
import { ChangeBody, changeIn, OfferBody, PushBody, pushIn } from './body.ts'

const tags = ['Recurring PIX']
const AT_PSP = ['CONFLICT', 'GENERAL_ERROR', 'PSP_UNAVAILABLE'] as const

type Changing = Pick<RecurrenceDeps, 'db'> & { recurrences: Recurrences }

export function changeRoutes(server: Server, deps: AddressCheck & Changing, set: RouteSet): void {
  patchRoute(server, deps, set)
  cancelRoute(server, deps, set)
  offerRoutes(server, deps, set)
}

async function answer(
  { recurrences }: { recurrences: Recurrences },
  reply: FastifyReply,
  status: number,
  recurrence: Recurrence,
): Promise<FastifyReply> {
  const [form] = await recurrences.forms([recurrence])
  return reply.code(status).send(form)
}

function patchRoute(server: Server, deps: AddressCheck & Changing, set: RouteSet): void {
  server.patch(
    `${set.base}/:id`,
    {
      config: set.opening(...set.ownFails, ...AT_PSP),
      schema: {
        summary: 'Change a recurrence; its amount, periodicity, policy of retries, last day and contract cannot change',
        tags,
        params: RecurrenceParams,
        body: ChangeBody,
        response: { 200: RecurrenceSchema },
      },
    },
    async (request, reply) => {
      const change = changeIn(request.body)
      await set.demandActive(request)
      if (change.postbackUrl != null) deps.checkAddress('postbackUrl', change.postbackUrl)
      const { accountId, id } = await set.own(deps, accountOf(request), recurrenceIdIn(request.params.id))
      const changed = await deps.recurrences.change({ accountId, id, change, actor: actorOf(request) })
      return answer(deps, reply, 200, orThrow(changed))
    },
  )
}

function cancelRoute(server: Server, deps: Changing, set: RouteSet): void {
  server.post(
    `${set.base}/:id/cancel`,
    {
      // It protects the payer, and moves no money: no step-up.
      config: set.writing(...set.ownFails, 'CONFLICT'),
      schema: {
        summary:
          'End a recurrence: nothing more is ordered by it. Where its PSP does not answer, it is asked again until it has ended',
        tags,
        params: RecurrenceParams,
        body: CancelBody,
        response: { 202: RecurrenceSchema },
      },
    },
    async (request, reply) => {
      const { accountId, id } = await set.own(deps, accountOf(request), recurrenceIdIn(request.params.id))
      const reason = request.body?.motivo ?? null
      const cancelled = await deps.recurrences.cancel({ accountId, id, reason, actor: actorOf(request) })
      return answer(deps, reply, 202, orThrow(cancelled))
    },
  )
}

function offerRoutes(server: Server, deps: Changing, set: RouteSet): void {
  server.post(
    `${set.base}/:id/ofertas`,
    {
      config: set.writing(...set.ownFails, ...AT_PSP),
      schema: {
        summary: 'A code without a payment (journey 2) for a recurrence that is not authorised yet',
        tags,
        params: RecurrenceParams,
        body: OfferBody,
        response: { 200: RecurrenceSchema },
      },
    },
    async (request, reply) => {
      await set.demandActive(request)
      const { accountId, id } = await set.own(deps, accountOf(request), recurrenceIdIn(request.params.id))
      const offered = await deps.recurrences.offer({ accountId, id, actor: actorOf(request) })
      return answer(deps, reply, 200, orThrow(offered))
    },
  )
  server.post(
    `${set.base}/:id/solicitacoes`,
    {
      config: set.writing(...set.ownFails, ...AT_PSP),
      schema: {
        summary: "Ask the payer to authorise a recurrence, in the app of the payer's bank (journey 1)",
        tags,
        params: RecurrenceParams,
        body: PushBody,
        response: { 201: RecurrenceSchema },
      },
    },
    async (request, reply) => {
      await set.demandActive(request)
      const own = await set.own(deps, accountOf(request), recurrenceIdIn(request.params.id))
      const { accountId, id, customer } = own
      const push = pushIn(request.body, customer)
      const sent = await deps.recurrences.push({ accountId, id, ...push, actor: actorOf(request) })
      return answer(deps, reply, 201, orThrow(sent))
    },
  )
}
