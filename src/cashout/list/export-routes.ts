// GET /api/withdrawals/export.csv: the cashouts as a file, of any length.
import { Type } from 'typebox'
import { type Database, patiently } from '#db/postgres.ts'
import { FromQuery, periodIn, periodName, ToQuery } from '#http/request/period.ts'
import { type Column, CSV_FORMATS, type CsvFormat } from '#http/response/csv.ts'
import { CSV_ANSWER, EXPORT_FAILS, type Exports, sendCsv } from '#http/response/export.ts'
import { accountOf } from '#http/route.ts'
import { PrintableText } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { add } from '#kernel/money.ts'
import { parseDocument, readableDocument } from '#kernel/pix/document.ts'
import { cashoutFailureText } from '#kernel/text/payment-failure-words.ts'
import { type Cashout, type CashoutState, STATES } from '../cashout.ts'
import { type ExportQuestion, endOfPart, NEWEST, walkCashouts } from './export-store.ts'

const states = Object.keys(STATES) as CashoutState[]

export function cashoutExportRoutes(server: Server, { db, exports }: { db: Database; exports: Exports }): void {
  server.get(
    '/api/withdrawals/export.csv',
    {
      config: { guard: 'session', dialect: 'panel', fails: EXPORT_FAILS },
      exposeHeadRoute: false,
      schema: {
        summary: 'The cashouts as CSV; amounts in reais',
        tags: ['Cashouts'],
        querystring: Type.Object({
          status: Type.Optional(Type.Enum(states.map(state => STATES[state].resource))),
          from: Type.Optional(FromQuery),
          to: Type.Optional(ToQuery),
          externalReference: Type.Optional(PrintableText({ minLength: 1, maxLength: 64 })),
          format: Type.Optional(Type.Enum([...CSV_FORMATS])),
        }),
        response: { 200: CSV_ANSWER },
      },
    },
    (request, reply) => {
      const { format = 'br', status, externalReference = null } = request.query
      const accountId = accountOf(request)
      return sendCsv(reply, { exports, accountId }, async () => {
        const state = states.find(one => STATES[one].resource === status) ?? null
        const question = { ...periodIn(request.query), accountId, state, externalReference }
        const name = `${format === 'br' ? 'saques' : 'cashouts'}-${accountId}${periodName(question)}`
        return { name, format, columns: columnsIn(format), pages: cashoutPages(db, question) }
      })
    },
  )
}

const CASHOUTS_AT_ONCE = 1_000

/** Each cashout as it is when its page is read. */
async function* cashoutPages(db: Database, question: ExportQuestion): AsyncGenerator<Cashout[]> {
  let behind: bigint | null = NEWEST
  while (behind !== null) {
    const from: bigint = behind
    const page: Cashout[] = await patiently(() => walkCashouts(db, question, from, CASHOUTS_AT_ONCE))
    yield page
    const isFull = page.length === CASHOUTS_AT_ONCE
    behind = isFull ? (page.at(-1)?.id ?? null) : await patiently(() => endOfPart(db, question.accountId, from))
  }
}

const columnsIn = (format: CsvFormat): Column<Cashout>[] => [
  { br: 'Número', iso: 'id', cell: cashout => cashout.id.toString() },
  { br: 'UUID', iso: 'uuid', cell: cashout => cashout.uuid },
  { br: 'Data', iso: 'createdAt', cell: cashout => cashout.createdAt },
  { br: 'Processamento', iso: 'processedAt', cell: cashout => cashout.processedAt },
  { br: 'Situação', iso: 'status', cell: cashout => STATES[cashout.state].resource },
  { br: 'Valor', iso: 'amount', cell: cashout => cashout.amount },
  { br: 'Tarifa', iso: 'fees', cell: cashout => add(cashout.feeFixed, cashout.feeVariable) },
  { br: 'Valor líquido', iso: 'netAmount', cell: cashout => cashout.net },
  { br: 'Valor devolvido', iso: 'returnedAmount', cell: cashout => cashout.returned },
  { br: 'Devolução', iso: 'returnedAt', cell: cashout => cashout.returnedAt },
  {
    br: 'Chave Pix',
    iso: 'pixKey',
    isReference: true,
    cell: cashout => (format === 'br' ? readableKey(cashout) : cashout.pixKey),
  },
  { br: 'Tipo da chave', iso: 'pixKeyType', cell: cashout => cashout.pixKeyType },
  { br: 'Descrição', iso: 'description', cell: cashout => cashout.description },
  { br: 'Referência externa', iso: 'externalReference', isReference: true, cell: cashout => cashout.externalReference },
  { br: 'Identificador do Pix', iso: 'endToEndId', cell: cashout => cashout.endToEndId },
  {
    br: 'Motivo da falha',
    iso: 'failure',
    cell: ({ failure }) => failure && (format === 'br' ? cashoutFailureText(failure) : failure.message),
  },
  { br: 'Código da falha', iso: 'failureCode', cell: ({ failure }) => failure?.code ?? null },
]

/** A spreadsheet would take the bare digits of a document for a number, and drop its zeros. */
function readableKey({ pixKey, pixKeyType }: Cashout): string {
  const document = pixKeyType === 'CPF' || pixKeyType === 'CNPJ' ? parseDocument(pixKey) : null
  return document === null ? pixKey : readableDocument(document.digits)
}
