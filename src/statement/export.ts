// The statement as a table: the columns, and the pages that it is read in.
import { type Database, patiently } from '#db/postgres.ts'
import type { Column, CsvFormat } from '#http/response/csv.ts'
import { described, type Line } from './line.ts'
import { type LinePage, type LineQuestion, readLines } from './read.ts'
import type { Stretch } from './store.ts'

const LINES_AT_ONCE = 1_000

/** Up to the end that the question had at first. Between two pages nothing of the database is held. */
export async function* linePages(db: Database, question: LineQuestion): AsyncGenerator<Line[]> {
  let rest: Stretch | null = question.stretch
  while (rest !== null) {
    const part: LineQuestion = { ...question, stretch: rest }
    const page: LinePage = await patiently(() => readLines(db, part, LINES_AT_ONCE))
    yield page.lines
    rest = page.rest
  }
}

export const lineColumns = (format: CsvFormat): Column<Line>[] => [
  { br: 'Lançamento', iso: 'id', cell: line => line.seq.toString() },
  { br: 'Data', iso: 'date', cell: line => line.at },
  { br: 'Tipo', iso: 'type', cell: line => line.type },
  { br: 'Descrição', iso: 'description', cell: line => described(line.type, format === 'br' ? 'pt' : 'en') },
  { br: 'Referência', iso: 'referenceType', cell: line => line.reference.type },
  { br: 'Número da referência', iso: 'referenceId', cell: line => line.reference.id.toString() },
  { br: 'UUID da referência', iso: 'referenceUuid', cell: line => line.reference.uuid },
  {
    br: 'Referência externa',
    iso: 'externalReference',
    isReference: true,
    cell: line => line.reference.externalReference,
  },
  { br: 'UUID da venda', iso: 'saleUuid', cell: line => line.reference.saleUuid },
  { br: 'Identificador do Pix', iso: 'endToEndId', cell: line => line.reference.endToEndId },
  { br: 'Valor', iso: 'amount', cell: line => line.change.total },
  { br: 'Valor no disponível', iso: 'availableAmount', cell: line => line.change.available },
  { br: 'Valor no bloqueado', iso: 'blockedAmount', cell: line => line.change.blocked },
  { br: 'Tarifa', iso: 'fee', cell: line => line.fee },
  { br: 'Saldo total', iso: 'balanceAfter', cell: line => line.after.total },
  { br: 'Saldo disponível', iso: 'availableAfter', cell: line => line.after.available },
  { br: 'Saldo bloqueado', iso: 'blockedAfter', cell: line => line.after.blocked },
  { br: 'Recorrência', iso: 'idRec', isReference: true, cell: line => line.reference.idRec ?? null },
  { br: 'Contrato', iso: 'contrato', isReference: true, cell: line => line.reference.contrato ?? null },
]
