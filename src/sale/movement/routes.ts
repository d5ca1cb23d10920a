// The operator's routes of bank statements: a file of the bank is uploaded, and its credits are listed; those that were not booked by
// themselves are decided about. Each is logged with its author.
import { Type } from 'typebox'
import { operatorIn } from '#audit/audit.ts'
import { type RecorderOf, withReason } from '#http/audited-action.ts'
import { CursorQuery, decodeCursor, LimitQuery, PageOf, pageOf } from '#http/request/paging.ts'
import { numberIn } from '#http/request/path-id.ts'
import { critical, type RouteRules } from '#http/route.ts'
import { OWN_FIELDS_ONLY, PrintableText } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { type FailureCode, orThrow } from '#kernel/failure.ts'
import type { SaleDeps } from '../deps.ts'
import type { Sales } from '../feature.ts'
import { MOVEMENT_STATES } from './movement.ts'
import { MAX_OFX_BYTES } from './ofx.ts'
import { listMovements } from './store.ts'
import { ImportedSchema, ListedMovementSchema, listedForm, MovementSchema, movementForm } from './wire.ts'

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

export function movementRoutes(
  server: Server,
  deps: Pick<SaleDeps, 'db'> & { sales: Sales; recorderOf: RecorderOf },
): void {
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

function listRoute(server: Server, { db }: Pick<SaleDeps, 'db'>): void {
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
  { sales, recorderOf }: { sales: Sales; recorderOf: RecorderOf },
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

const rules = (...fails: FailureCode[]): RouteRules => ({ guard: 'operator', dialect: 'panel', fails })

const MAX_ID = 2n ** 31n - 1n
const accountIn = (text: string) => Number(numberIn(text, 'PSP account', MAX_ID))
