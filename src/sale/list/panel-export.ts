// The sales as a table: the columns, and the pages that it is read in.
import { type Database, patiently } from '#db/postgres.ts'
import type { Column, CsvFormat } from '#http/response/csv.ts'
import { readableDocument } from '#kernel/pix/document.ts'
import { type FoundSales, readIds, type Way } from './panel-list.ts'
import { findSaleLines, type SaleLine } from './panel-list-store.ts'

const SALES_AT_ONCE = 1_000

/** Each as it is when its page is read. What is sold meanwhile is not among them: the list goes towards the older ones. */
export async function* salePages(db: Database, way: Way): AsyncGenerator<SaleLine[]> {
  let behind: bigint | null = null
  do {
    const begin: bigint | null = behind
    const found: FoundSales = await patiently(() => readIds(db, way, begin, SALES_AT_ONCE))
    if (found.ids.length > 0) yield await patiently(() => findSaleLines(db, way.accountId, found.ids))
    behind = found.next
  } while (behind !== null)
}

export const saleColumns = (format: CsvFormat): Column<SaleLine>[] => [
  { br: 'Número', iso: 'id', cell: sale => sale.id.toString() },
  { br: 'UUID', iso: 'uuid', cell: sale => sale.uuid },
  { br: 'Data', iso: 'date', cell: sale => sale.createdAt },
  { br: 'Pagamento', iso: 'completedAt', cell: sale => sale.completedAt },
  { br: 'Situação', iso: 'status', cell: sale => sale.status },
  { br: 'Método', iso: 'paymentMethod', cell: sale => sale.paymentMethod },
  { br: 'Valor', iso: 'amount', cell: sale => sale.amount },
  { br: 'Tarifa', iso: 'systemFee', cell: sale => sale.fee },
  { br: 'Valor líquido', iso: 'netAmount', cell: sale => sale.net },
  { br: 'Valor reembolsado', iso: 'refundedAmount', cell: sale => sale.refunded },
  { br: 'Cliente', iso: 'customerName', cell: sale => sale.name },
  { br: 'E-mail', iso: 'customerEmail', cell: sale => sale.email },
  {
    br: 'CPF/CNPJ',
    iso: 'customerDocument',
    // A spreadsheet would take bare digits for a number, and drop its zeros.
    cell: sale => (format === 'br' ? readableDocument(sale.document) : sale.document),
  },
  { br: 'Telefone', iso: 'customerPhone', isReference: true, cell: sale => sale.phone },
  { br: 'Referência externa', iso: 'externalReference', isReference: true, cell: sale => sale.externalReference },
  { br: 'Identificador da cobrança', iso: 'externalTransactionId', isReference: true, cell: sale => sale.txid },
  { br: 'Identificador do Pix', iso: 'endToEndId', cell: sale => sale.endToEndId },
  { br: 'Recorrência', iso: 'idRec', isReference: true, cell: sale => sale.idRec },
  { br: 'Contrato', iso: 'contrato', isReference: true, cell: sale => sale.contrato },
]
