// Everything that is held about a customer as one JSON document, written page by page: nothing grows with how much there is.
import { Failure } from '#kernel/failure.ts'
import type { SubjectPage } from './read.ts'
import type { SectionName } from './sections.ts'
import type { SubjectCounts, SubjectRow } from './store.ts'
import type { Subject } from './subject.ts'

export interface SubjectExport {
  subject: Subject
  counts: SubjectCounts
  now: Date
  pages: AsyncIterable<SubjectPage>
  /** What is held elsewhere, in Portuguese. */
  elsewhere: readonly string[]
  /** Each row says whose it is: the answer is about more than one account. */
  namesAccounts: boolean
}

const FORMAT = 1

/** The person who gets this is a Brazilian customer, whatever language the seller reads. */
const LABELS: Record<SectionName, string> = {
  sales: 'Compras, com pagamentos, devoluções e contestações',
  payments: 'Pagamentos recebidos deste CPF ou CNPJ',
  recurrences: 'Recorrências (Pix Automático)',
  carts: 'Carrinhos',
  checkoutSessions: 'Dados preenchidos pela loja no checkout',
  refundTargets: 'Devoluções a uma chave Pix',
  cashouts: 'Pagamentos feitos a esta pessoa',
  beneficiaries: 'Chaves Pix que a loja guarda para pagar esta pessoa',
}

export async function* exportChunks(given: SubjectExport, mayGoOn: () => Promise<boolean>): AsyncGenerator<Buffer> {
  const { subject, counts, now, pages, elsewhere, namesAccounts } = given
  const head = { format: FORMAT, generatedAt: now.toISOString(), person: subject, labels: LABELS, counts, elsewhere }
  yield Buffer.from(`${JSON.stringify(head, null, 1).slice(0, -2)},\n "sections": {`)
  let [current, isFirstRow]: [SectionName | null, boolean] = [null, true]
  for await (const { section, rows } of pages) {
    if (current !== null && !(await mayGoOn())) throw new Failure('FORBIDDEN', 'The caller is let in no more')
    let text = ''
    if (section !== current) {
      text += `${current === null ? '' : '],'}\n  "${section}": [`
      current = section
      isFirstRow = true
    }
    for (const row of rows) {
      text += `${isFirstRow ? '' : ','}\n   ${rowText(row, namesAccounts)}`
      isFirstRow = false
    }
    yield Buffer.from(text)
  }
  yield Buffer.from(`]\n }\n}\n`)
}

const rowText = ({ accountId, form }: SubjectRow, namesAccounts: boolean): string =>
  JSON.stringify(namesAccounts ? { accountId, ...form } : form)
