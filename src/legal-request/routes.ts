// The operators' routes of requests of authorities. The people of the account that one is about have none.
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { operatorIn } from '#audit/audit.ts'
import { folded } from '#db/like.ts'
import { type RecorderOf, withReason } from '#http/audited-action.ts'
import { CursorQuery, decodeCursor, LimitQuery, PageOf, pageOf } from '#http/request/paging.ts'
import { numberIn } from '#http/request/path-id.ts'
import { critical, type RouteRules } from '#http/route.ts'
import { PrintableText } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { type FailureCode, invalid, notFound, orThrow } from '#kernel/failure.ts'
import type { LegalRequests } from './feature.ts'
import type { Acting } from './manage.ts'
import { dueDayIn, newRequestIn } from './read-body.ts'
import { AUTHORITY_KINDS, REQUEST_STATES } from './request.ts'
import {
  archiveForm,
  CloseBody,
  DueDayBody,
  historyForm,
  NewRequestBody,
  RequestSchema,
  requestForm,
  WholeRequestSchema,
} from './wire.ts'

export const PATH = '/api/admin/legal-requests'
export const tags = ['Operator']
export const rules = (...fails: FailureCode[]): RouteRules => ({ guard: 'operator', dialect: 'panel', fails })

const params = Type.Object({ id: Type.String() })
const MAX_ID = 2n ** 53n - 1n
export const requestIn = (text: string) => numberIn(text, 'legal request', MAX_ID)

const MIN_REASON = 3

/** Who acts, with the reason that was given. */
export function actingIn(request: FastifyRequest, recorderOf: RecorderOf, reason: string): Acting {
  const text = reason.trim()
  if (text.length < MIN_REASON) throw invalid('reason', 'a sentence that says why')
  return { by: operatorIn(request).id, recordAction: withReason(recorderOf(request), text) }
}

export function legalRequestRoutes(
  server: Server,
  deps: { legalRequests: LegalRequests; recorderOf: RecorderOf },
): void {
  readingRoutes(server, deps)
  recordingRoute(server, deps)
  changingRoutes(server, deps)
}

const ListQuery = Type.Object({
  state: Type.Optional(Type.Enum([...REQUEST_STATES])),
  authorityKind: Type.Optional(Type.Enum([...AUTHORITY_KINDS])),
  q: Type.Optional(
    PrintableText({
      minLength: 1,
      maxLength: 100,
      description: 'A part of the number of the request or of the case, or of the name of the authority',
    }),
  ),
  limit: Type.Optional(LimitQuery),
  cursor: Type.Optional(CursorQuery),
})

function readingRoutes(server: Server, { legalRequests }: { legalRequests: LegalRequests }): void {
  server.get(
    PATH,
    {
      config: rules('INVALID_DATA'),
      schema: {
        summary: 'Requests of authorities for records, the newest first',
        tags,
        querystring: ListQuery,
        response: { 200: PageOf(RequestSchema) },
      },
    },
    async request => {
      const { state = null, authorityKind = null, q, limit = 20, cursor } = request.query
      const asked = { state, authorityKind, q: q === undefined ? null : folded(q.trim()), below: decodeCursor(cursor) }
      return pageOf(await legalRequests.list({ ...asked, limit: limit + 1 }), limit, requestForm)
    },
  )
  server.get(
    `${PATH}/:id`,
    {
      config: rules('INVALID_DATA', 'NOT_FOUND'),
      schema: {
        summary: 'One request of an authority, with its archives and what was done about it',
        tags,
        params,
        response: { 200: WholeRequestSchema },
      },
    },
    async request => {
      const whole = await legalRequests.find(requestIn(request.params.id))
      if (whole === null) throw notFound('legal request')
      const { archives, history } = whole
      return {
        ...requestForm(whole.request),
        archives: archives.map(archiveForm),
        history: history.map(historyForm),
      }
    },
  )
}

function recordingRoute(
  server: Server,
  { legalRequests, recorderOf }: { legalRequests: LegalRequests; recorderOf: RecorderOf },
): void {
  server.post(
    PATH,
    {
      config: critical(rules('INVALID_DATA')),
      schema: {
        summary: 'Record a request of an authority for records',
        description:
          'About a person (CPF or CNPJ), an account, or single payments. The account that it is about learns nothing of it.',
        tags,
        body: NewRequestBody,
        response: { 201: RequestSchema },
      },
    },
    async (request, reply) => {
      const acting = actingIn(request, recorderOf, request.body.reason)
      const recorded = orThrow(await legalRequests.record(newRequestIn(request.body), acting))
      request.log.info({ by: request.caller, legalRequest: recorded.id.toString() }, 'a legal request was recorded')
      return reply.code(201).send(requestForm(recorded))
    },
  )
}

function changingRoutes(
  server: Server,
  { legalRequests, recorderOf }: { legalRequests: LegalRequests; recorderOf: RecorderOf },
): void {
  server.patch(
    `${PATH}/:id`,
    {
      config: critical(rules('INVALID_DATA', 'NOT_FOUND', 'CONFLICT')),
      schema: {
        summary: 'Give an open request another last day',
        tags,
        params,
        body: DueDayBody,
        response: { 200: RequestSchema },
      },
    },
    async request => {
      const acting = actingIn(request, recorderOf, request.body.reason)
      const id = requestIn(request.params.id)
      return requestForm(orThrow(await legalRequests.changeDueDay(id, dueDayIn(request.body.dueOn), acting)))
    },
  )
  server.post(
    `${PATH}/:id/close`,
    {
      config: critical(rules('INVALID_DATA', 'NOT_FOUND', 'CONFLICT')),
      schema: {
        summary: 'Close a request: it was answered, or is not to be answered',
        tags,
        params,
        body: CloseBody,
        response: { 200: RequestSchema },
      },
    },
    async request => {
      const { state, reason } = request.body
      const acting = actingIn(request, recorderOf, reason)
      const end = { state, text: reason.trim() }
      return requestForm(orThrow(await legalRequests.close(requestIn(request.params.id), end, acting)))
    },
  )
}
