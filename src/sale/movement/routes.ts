// The operator's routes of bank statements: a file of the bank is uploaded, and its credits are listed; those that were not booked by
// themselves are decided about. Each is logged with its author.
import { type Static, Type } from 'typebox'
import { operatorIn } from '#audit/audit.ts'
import type { Database } from '#db/postgres.ts'
import { type RecorderOf, withReason } from '#http/audited-action.ts'
import { CursorQuery, decodeCursor, LimitQuery, PageOf, pageOf } from '#http/request/paging.ts'
import { numberIn } from '#http/request/path-id.ts'
import { critical, type RouteRules } from '#http/route.ts'
import { OWN_FIELDS_ONLY, PrintableText } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { type FailureCode, orThrow } from '#kernel/failure.ts'
import { toCentsNumber } from '#kernel/money.ts'
import { maskDocument } from '#kernel/pix/document.ts'
import type { Clock } from '#kernel/time.ts'
import type { Sales } from '../feature.ts'
import { INCOMING_PAYMENT_STATUSES, UNMATCHED_REASONS } from '../incoming-payment/incoming-payment.ts'
import { MOVEMENT_STATES } from './movement.ts'
import { MAX_OFX_BYTES } from './ofx.ts'
import { type ListedMovement, listMovements, type StoredMovement } from './store.ts'

export interface MovementRouteDeps {
  db: Database
  clock: Clock
  sales: Sales
  recorderOf: RecorderOf
}

const Time = Type.String({ format: 'date-time' })
const Null = Type.Null()
const Count = (description: string) => Type.Integer({ description })

const MovementSchema = Type.Object({
  id: Type.Integer(),
  source: Type.Enum(['PSP', 'OFX']),
  lineId: Type.String({ description: 'The bank’s id of the line' }),
  day: Type.String({ format: 'date' }),
  amount: Type.Integer({ description: 'Cents' }),
  payer: Type.Object({ name: Type.String(), document: Type.String({ description: 'Masked; empty: not told' }) }),
  message: Type.Union([Type.String(), Null]),
  state: Type.Enum([...MOVEMENT_STATES]),
  decisionReason: Type.Union([Type.String(), Null]),
  createdAt: Time,
})

const BookedAs = Type.Object({
  accountId: Type.Integer(),
  id: Type.Integer(),
  status: Type.Enum([...INCOMING_PAYMENT_STATUSES]),
  reason: Type.Union([Type.Enum([...UNMATCHED_REASONS]), Null], { description: 'Why no sale accepted it at once' }),
})
export const ListedMovementSchema = Type.Object({
  ...MovementSchema.properties,
  receipt: Type.Union([BookedAs, Null], { description: 'BOOKED: as which receipt' }),
})

export const ImportedSchema = Type.Object({
  booked: Count('Credits that are booked now'),
  paid: Count('Of these, those that paid a sale'),
  uncertain: Count('Of these, those that may be for several sales: an operator assigns them'),
  known: Count('Credits that an earlier file or the PSP’s statement had'),
  pix: Count('Pix, which are booked by the PSP’s list of Pix'),
  unclear: Count('Credits that a person decides about'),
  debits: Count('Lines of money that left'),
})

const PATH = '/api/admin/psp/accounts/:id/movements'
const tags = ['Operator']
const IdParams = Type.Object({ id: Type.String() })
const MovementParams = Type.Object({ id: Type.String(), line: Type.String() })
const Reason = PrintableText({ minLength: 3, maxLength: 500 })
/** Base 64 takes four characters for three bytes. */
const MAX_FILE_CHARACTERS = Math.ceil(MAX_OFX_BYTES / 3) * 4
const FileBody = Type.Object(
  {
    file: Type.String({
      minLength: 1,
      maxLength: MAX_FILE_CHARACTERS,
      pattern: '^[A-Za-z0-9+/]+={0,2}$',
      description: 'The bank’s OFX file in base 64: 1.x or 2.x, UTF-8 or ISO-8859-1',
    }),
    name: Type.Optional(PrintableText({ minLength: 1, maxLength: 200, description: 'Of the file, for the audit log' })),
  },
  OWN_FIELDS_ONLY,
)
const ROOM_FOR_THE_REST = 4_096

export function movementRoutes(server: Server, deps: MovementRouteDeps): void {
  listRoute(server, deps)
  server.post(
    `${PATH}/ofx`,
    {
      config: critical(rules('INVALID_DATA', 'NOT_FOUND', 'CONFLICT')),
      bodyLimit: MAX_FILE_CHARACTERS + ROOM_FOR_THE_REST,
      schema: {
        summary: 'Upload a statement of the bank: each of its credits is booked once, whatever file it came from',
        tags,
        params: IdParams,
        body: FileBody,
        response: { 200: ImportedSchema },
      },
    },
    async request => {
      const id = accountIn(request.params.id)
      const { file, name = '' } = request.body
      const recordAction = deps.recorderOf(request)
      const imported = orThrow(
        await deps.sales.importStatement(id, Buffer.from(file, 'base64'), { name, recordAction }),
      )
      request.log.info({ by: request.caller, pspAccountId: id, imported }, 'statement imported')
      return imported
    },
  )
  decisionRoute(server, deps, 'book', 'BOOKED', 'Book a credit that was not booked by itself')
  decisionRoute(server, deps, 'dismiss', 'DISMISSED', 'Dismiss a credit, which is booked already or is not a payment')
}

function listRoute(server: Server, { db }: MovementRouteDeps): void {
  server.get(
    PATH,
    {
      config: rules('INVALID_DATA', 'NOT_FOUND'),
      schema: {
        summary: 'Credits of the statements of this PSP account, the newest first',
        tags,
        params: IdParams,
        querystring: Type.Object({
          state: Type.Optional(Type.Enum([...MOVEMENT_STATES])),
          limit: Type.Optional(LimitQuery),
          cursor: Type.Optional(CursorQuery),
        }),
        response: {
          200: PageOf(ListedMovementSchema),
        },
      },
    },
    async request => {
      const { state = null, limit = 20, cursor } = request.query
      const filter = { state, below: decodeCursor(cursor), rows: limit + 1 }
      return pageOf(await listMovements(db, accountIn(request.params.id), filter), limit, listedForm)
    },
  )
}

function decisionRoute(
  server: Server,
  { sales, recorderOf }: MovementRouteDeps,
  verb: 'book' | 'dismiss',
  state: 'BOOKED' | 'DISMISSED',
  summary: string,
): void {
  server.post(
    `${PATH}/:line/${verb}`,
    {
      config: critical(rules('INVALID_DATA', 'NOT_FOUND', 'CONFLICT')),
      schema: {
        summary,
        tags,
        params: MovementParams,
        body: Type.Object({ reason: Reason }, OWN_FIELDS_ONLY),
        response: { 200: MovementSchema },
      },
    },
    async request => {
      const { params, body } = request
      const place = { pspAccountId: accountIn(params.id), id: numberIn(params.line, 'movement') }
      const by = operatorIn(request).id
      const { reason } = body
      const recordAction = withReason(recorderOf(request), reason)
      return movementForm(orThrow(await sales.decideMovement({ ...place, state, by, reason, recordAction })))
    },
  )
}

const listedForm = (movement: ListedMovement): Static<typeof ListedMovementSchema> => ({
  ...movementForm(movement),
  receipt: movement.receipt,
})

const movementForm = (movement: StoredMovement): Static<typeof MovementSchema> => ({
  id: Number(movement.id),
  source: movement.source,
  lineId: movement.lineId,
  day: movement.day,
  amount: toCentsNumber(movement.amount),
  payer: {
    name: movement.payerName,
    document: movement.payerDocument === '' ? '' : maskDocument(movement.payerDocument),
  },
  message: movement.message,
  state: movement.state,
  decisionReason: movement.decisionReason,
  createdAt: movement.createdAt.toISOString(),
})

const rules = (...fails: FailureCode[]): RouteRules => ({ guard: 'operator', dialect: 'panel', fails })

const MAX_ID = 2n ** 31n - 1n
const accountIn = (text: string) => Number(numberIn(text, 'PSP account', MAX_ID))
