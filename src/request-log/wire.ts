// Logged requests as the panel reads them.
import { type Static, Type } from 'typebox'
import { orNull } from '#http/schema.ts'
import type { CausedEvent } from './event-store.ts'
import type { LoggedRequest } from './request.ts'
import { SUBJECTS } from './subject.ts'

const Time = Type.String({ format: 'date-time' })

export const RequestSchema = Type.Object({
  id: Type.String({ description: 'The answer’s X-Request-Id' }),
  createdAt: Time,
  method: Type.String(),
  route: Type.String({
    description: 'The pattern, such as /api/transactions/:id; `unknown` where no route takes the call',
  }),
  path: Type.String({ description: 'What was called; values that are no ids are masked' }),
  status: Type.Integer(),
  errorCode: orNull(Type.String()),
  durationMs: Type.Integer(),
  keyId: Type.String({ description: 'Of the API key' }),
  subject: orNull(
    Type.Object({ kind: Type.Enum([...SUBJECTS]), uuid: Type.String() }, { description: 'What it was about' }),
  ),
})

export const RequestPageSchema = Type.Object({
  data: Type.Array(RequestSchema),
  nextCursor: orNull(Type.String({ description: 'Also behind a page with fewer rows than asked for, or none' })),
})

const MaskedBody = Type.Unknown({ description: 'Masked and shortened; null where there was none' })

export const WholeRequestSchema = Type.Object({
  ...RequestSchema.properties,
  ip: orNull(Type.String({ description: 'Where it came from; null for support' })),
  idempotencyKey: orNull(Type.String()),
  replayed: Type.Boolean({ description: 'Answered with what its idempotency key had got before' }),
  requestBytes: Type.Integer(),
  answerBytes: Type.Integer(),
  requestBody: MaskedBody,
  answerBody: MaskedBody,
  events: Type.Array(Type.Object({ id: Type.String(), event: Type.String(), createdAt: Time }), {
    description: 'What it caused',
  }),
})

export const FoundRequestSchema = Type.Object({
  ...RequestSchema.properties,
  accountId: Type.Integer(),
  accountName: Type.String(),
})

export const requestForm = (request: LoggedRequest): Static<typeof RequestSchema> => ({
  id: request.id,
  createdAt: request.createdAt.toISOString(),
  method: request.method,
  route: request.route,
  path: request.path,
  status: request.status,
  errorCode: request.errorCode,
  durationMs: request.durationMs,
  keyId: request.keyId,
  subject:
    request.subject === null || request.subjectUuid === null
      ? null
      : { kind: request.subject, uuid: request.subjectUuid },
})

/** Support reads what happened, and neither what was sent nor from where. */
export const wholeRequestForm = (
  request: LoggedRequest,
  events: CausedEvent[],
  forSupport: boolean,
): Static<typeof WholeRequestSchema> => ({
  ...requestForm(request),
  ip: forSupport ? null : request.ip,
  idempotencyKey: forSupport ? null : request.idempotencyKey,
  replayed: request.replayed,
  requestBytes: request.requestBytes,
  answerBytes: request.answerBytes,
  requestBody: forSupport ? null : bodyOf(request.requestBody),
  answerBody: forSupport ? null : bodyOf(request.answerBody),
  events: events.map(({ id, event, createdAt }) => ({ id, event, createdAt: createdAt.toISOString() })),
})

const bodyOf = (kept: string | null): unknown => (kept === null ? null : JSON.parse(kept))

export const foundRequestForm = (request: LoggedRequest, accountName: string): Static<typeof FoundRequestSchema> => ({
  ...requestForm(request),
  accountId: request.accountId,
  accountName,
})
