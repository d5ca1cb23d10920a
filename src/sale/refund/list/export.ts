// The refunds of an account as a table: the columns, and the pages that it is read in.
import { type Database, patiently } from '#db/postgres.ts'
import type { Column, CsvFormat } from '#http/response/csv.ts'
import { refundFailureText } from '#kernel/text/refund-failure-words.ts'
import { type ListedRefund, listRefunds, type RefundFilter } from './store.ts'

const REFUNDS_AT_ONCE = 1_000

/** Each as it is when its page is read. Newer ones are not among them: the list goes towards the older ones. */
export async function* refundPages(db: Database, filter: RefundFilter): AsyncGenerator<ListedRefund[]> {
  let below: bigint | null = null
  do {
    const begin: bigint | null = below
    const page: ListedRefund[] = await patiently(() => listRefunds(db, filter, { below: begin, rows: REFUNDS_AT_ONCE }))
    yield page
    below = page.length === REFUNDS_AT_ONCE ? (page.at(-1)?.id ?? null) : null
  } while (below !== null)
}

export const refundColumnsIn = (format: CsvFormat): Column<ListedRefund>[] => [
  { br: 'Número', iso: 'id', cell: refund => refund.id.toString() },
  { br: 'UUID', iso: 'uuid', cell: refund => refund.uuid },
  { br: 'Data', iso: 'createdAt', cell: refund => refund.createdAt },
  { br: 'Conclusão', iso: 'completedAt', cell: ({ status, endedAt }) => (status === 'COMPLETED' ? endedAt : null) },
  { br: 'Situação', iso: 'status', cell: refund => refund.status },
  { br: 'Valor', iso: 'amount', cell: refund => refund.amount },
  { br: 'Número da venda', iso: 'saleId', cell: refund => refund.saleId.toString() },
  { br: 'UUID da venda', iso: 'saleUuid', cell: refund => refund.saleUuid },
  { br: 'Cliente', iso: 'customerName', cell: refund => refund.customerName },
  { br: 'Motivo', iso: 'reason', cell: refund => refund.reason },
  { br: 'Referência externa', iso: 'externalReference', isReference: true, cell: refund => refund.externalReference },
  { br: 'Devolvido pelo banco', iso: 'unasked', cell: refund => refund.pspInitiated },
  { br: 'Identificador do Pix', iso: 'endToEndId', cell: refund => refund.endToEndId },
  {
    br: 'Motivo da falha',
    iso: 'failure',
    cell: ({ failure }) => failure && (format === 'br' ? refundFailureText(failure) : failure.message),
  },
  { br: 'Código da falha', iso: 'failureCode', cell: ({ failure }) => failure?.code ?? null },
]
