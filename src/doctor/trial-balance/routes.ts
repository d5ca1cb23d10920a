// The trial balance for the operator: page by page, as a file, and exactly for one account.
import { Type } from 'typebox'
import { type Database, patiently } from '#db/postgres.ts'
import { CursorQuery, decodeCursor, encodeCursor, LimitQuery } from '#http/request/paging.ts'
import { numberIn } from '#http/request/path-id.ts'
import { type Column, CSV_FORMATS, type CsvFormat } from '#http/response/csv.ts'
import { CSV_ANSWER, EXPORT_FAILS, type Exports, sendCsv } from '#http/response/export.ts'
import type { RouteRules } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import { type FailureCode, notFound } from '#kernel/failure.ts'
import { centavos } from '#kernel/money.ts'
import type { Clock } from '#kernel/time.ts'
import { listTrial, readExact, readTotals, type TrialRow } from './store.ts'
import {
  ExactSchema,
  exactForm,
  rowAgrees,
  rowForm,
  sumOf,
  TrialRowSchema,
  TrialTotalsSchema,
  totalsForm,
} from './wire.ts'

const PATH = '/api/admin/ledger/trial-balance'
const tags = ['Operator']
const rules = (...fails: FailureCode[]): RouteRules => ({ guard: 'operator', dialect: 'panel', fails })
const MAX_ACCOUNT_ID = 2n ** 31n - 1n

const PageSchema = Type.Object({
  totals: TrialTotalsSchema,
  data: Type.Array(TrialRowSchema),
  nextCursor: Type.Union([Type.String(), Type.Null()]),
})

export function trialRoutes(
  server: Server,
  { db, clock, exports }: { db: Database; clock: Clock; exports: Exports },
): void {
  server.get(
    PATH,
    {
      config: rules('INVALID_DATA'),
      schema: {
        summary: 'What every account has on each side of its wallet, and the totals of the gateway',
        tags,
        querystring: ListQuery,
        response: { 200: PageSchema },
      },
    },
    async request => {
      const { limit = 20, cursor } = request.query
      const after = accountBehind(decodeCursor(cursor))
      const [totals, rows] = await Promise.all([readTotals(db, clock()), listTrial(db, { after, limit: limit + 1 })])
      const shown = rows.slice(0, limit)
      const last = shown.at(-1)
      return {
        totals: totalsForm(totals),
        data: shown.map(rowForm),
        nextCursor: rows.length > limit && last !== undefined ? encodeCursor(BigInt(last.accountId)) : null,
      }
    },
  )
  server.get(
    `${PATH}/:accountId`,
    {
      config: rules('INVALID_DATA', 'NOT_FOUND'),
      schema: {
        summary: 'One account, with the sums of all of its lines beside the wallet',
        description: 'Reads every line: a second or two for a million.',
        tags,
        params: Type.Object({ accountId: Type.String() }),
        response: { 200: ExactSchema },
      },
    },
    async request => {
      const exact = await readExact(db, Number(numberIn(request.params.accountId, 'account', MAX_ACCOUNT_ID)))
      if (exact === null) throw notFound('wallet')
      return exactForm(exact)
    },
  )
  server.get(
    `${PATH}.csv`,
    {
      config: rules(...EXPORT_FAILS),
      exposeHeadRoute: false,
      schema: {
        summary: 'The trial balance of all accounts as CSV',
        tags,
        querystring: Type.Object({ format: Type.Optional(Type.Enum([...CSV_FORMATS])) }),
        response: { 200: CSV_ANSWER },
      },
    },
    (request, reply) => {
      const { format = 'br' } = request.query
      const name = format === 'br' ? 'balancete' : 'trial-balance'
      const place = { exports, accountId: SUSPENSE_ACCOUNT_ID }
      return sendCsv(reply, place, async () => ({ name, format, columns: columnsIn(format), pages: pages(db) }))
    },
  )
}

/** A cursor of another list may name what no account has. */
const accountBehind = (cursor: bigint | null): number =>
  cursor === null ? 0 : Number(cursor > MAX_ACCOUNT_ID ? MAX_ACCOUNT_ID : cursor)

const ListQuery = Type.Object({ limit: Type.Optional(LimitQuery), cursor: Type.Optional(CursorQuery) })

const ROWS_AT_ONCE = 1_000

async function* pages(db: Database): AsyncGenerator<TrialRow[]> {
  let after: number | null = 0
  while (after !== null) {
    const asked = { after, limit: ROWS_AT_ONCE }
    const rows: TrialRow[] = await patiently(() => listTrial(db, asked))
    yield rows
    after = rows.length === ROWS_AT_ONCE ? (rows.at(-1)?.accountId ?? null) : null
  }
}

const columnsIn = (format: CsvFormat): Column<TrialRow>[] => [
  { br: 'Conta', iso: 'accountId', cell: row => String(row.accountId) },
  { br: 'Nome', iso: 'name', cell: row => row.name },
  { br: 'Situação', iso: 'status', cell: row => row.status },
  { br: 'Disponível', iso: 'available', cell: row => row.available },
  { br: 'Bloqueado', iso: 'blocked', cell: row => row.blocked },
  { br: 'Tarifas', iso: 'fee', cell: row => row.fee },
  { br: 'Recebido, a decidir', iso: 'received', cell: row => row.received },
  { br: 'Nos provedores', iso: 'atPsps', cell: row => centavos(-row.clearing) },
  { br: 'Soma', iso: 'sum', cell: sumOf },
  { br: 'Lançamentos', iso: 'entries', cell: row => row.entries.toString() },
  { br: 'Confere', iso: 'agrees', cell: row => AGREES[format](rowAgrees(row)) },
]

const AGREES: Record<CsvFormat, (agrees: boolean) => string> = {
  br: agrees => (agrees ? 'sim' : 'não'),
  iso: String,
}
