// The buyer, the payer, and the identifiers of this sale elsewhere.
import { readableDocument } from '#kernel/pix/document.ts'
import type { Sale } from '../api/money/sales.ts'
import { Code, type Fact, Facts, Section } from '../ui/layout/section.tsx'
import { useWords } from '../words/words.ts'
import { saleWords } from './words.ts'

/** Absent texts of a customer are empty. */
const known = (name: string, value: string | null | undefined): Fact | null =>
  value === undefined || value === null || value === '' ? null : { name, value }

const coded = (name: string, value: string | null | undefined): Fact | null =>
  value === undefined || value === null || value === '' ? null : { name, value: <Code>{value}</Code> }

export function CustomerSection({ sale }: { sale: Sale }) {
  const t = useWords(saleWords)
  const { name, document, email, phone } = sale.customer
  const payer = sale.payer === null ? null : [sale.payer.name, sale.payer.document].filter(Boolean).join(' · ')
  return (
    <Section title={t('one.customer')}>
      <Facts
        facts={[
          known(t('one.name'), name),
          known(t('one.document'), document && readableDocument(document)),
          known(t('one.email'), email),
          known(t('one.phone'), phone),
          known(t('one.payer'), payer),
          coded(t('one.reference'), sale.externalReference),
          coded(t('one.contrato'), sale.contrato),
          coded(t('one.idRec'), sale.idRec),
          coded(t('one.uuid'), sale.uuid),
          coded(t('one.txid'), sale.externalTransactionId),
          coded(t('one.endToEnd'), sale.endToEndId),
        ]}
      />
    </Section>
  )
}
