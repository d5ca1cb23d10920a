// What was agreed, and with whom.
import { readableDocument } from '#kernel/pix/document.ts'
import type { Recurrence } from '../../api/recurrence/recurrences.ts'
import { Code, type Fact, Facts, Section } from '../../ui/layout/section.tsx'
import { dayText } from '../../ui/values/moment.tsx'
import { Money } from '../../ui/values/money.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { usePriceText } from '../recurrence-parts.tsx'
import { recurrenceWords } from '../words.ts'
import { oneWords } from './words.ts'

const known = (name: string, value: string | null | undefined): Fact | null =>
  value === '' || value == null ? null : { name, value }
/** A document that is hidden stays as it comes. */
const documentText = (document: string): string =>
  /^[0-9A-Z]+$/.test(document) ? readableDocument(document) : document

export function FactsSection({ recurrence }: { recurrence: Recurrence }) {
  const t = useWords(oneWords)
  const list = useWords(recurrenceWords)
  const price = usePriceText()
  const { locale } = useLanguage()
  const { customer, valorMinimo, dataFinal, idRec, uuid } = recurrence
  return (
    <Section title={t('facts.title')}>
      <Facts
        facts={[
          known(t('facts.customer'), customer.name),
          known(t('facts.document'), documentText(customer.document)),
          known(t('facts.email'), customer.email),
          known(t('facts.phone'), customer.phone),
          { name: t('facts.contract'), value: <Code>{recurrence.contrato}</Code> },
          known(t('facts.object'), recurrence.objeto),
          known(t('facts.journey'), list(`journey.name${recurrence.jornada}`)),
          known(t('facts.price'), price(recurrence)),
          valorMinimo === null ? null : { name: t('facts.minimum'), value: <Money centavos={valorMinimo} /> },
          known(t('facts.first'), dayText(recurrence.dataInicial, locale)),
          known(t('facts.last'), dataFinal === null ? t('facts.open') : dayText(dataFinal, locale)),
          { name: t('facts.items'), value: <Items recurrence={recurrence} /> },
          ...useRules(recurrence),
          known(t('facts.reference'), recurrence.externalReference),
          idRec === null ? null : { name: t('facts.idRec'), value: <Code>{idRec}</Code> },
          { name: t('facts.uuid'), value: <Code>{uuid}</Code> },
        ]}
      />
    </Section>
  )
}

function useRules(recurrence: Recurrence): Fact[] {
  const t = useWords(oneWords)
  const { politicaRetentativa, diasRetentativa, cobrancaAutomatica, ajusteDiaUtil, atrasoMaximoDias } = recurrence
  const days = diasRetentativa.join(', ')
  const permitted = days === '' ? t('facts.byHand') : t('facts.retryDays', { days })
  return [
    { name: t('facts.automatic'), value: t(cobrancaAutomatica ? 'facts.automaticOn' : 'facts.automaticOff') },
    { name: t('facts.retries'), value: politicaRetentativa === 'NAO_PERMITE' ? t('facts.noRetries') : permitted },
    { name: t('facts.businessDay'), value: t(ajusteDiaUtil ? 'facts.businessDayOn' : 'facts.businessDayOff') },
    { name: t('facts.late'), value: t('facts.lateDays', { days: atrasoMaximoDias }) },
  ]
}

function Items({ recurrence: { items } }: { recurrence: Recurrence }) {
  const t = useWords(oneWords)
  return items.map(({ title, quantity }) => <div key={title}>{t('facts.item', { quantity, title })}</div>)
}
