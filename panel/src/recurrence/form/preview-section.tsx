// The first debits of what is being filled in, and until when the payer has to authorise for them.
import { Stack, Table, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type Preview, usePreview } from '../../api/recurrence/recurrences.ts'
import { LoadingRows } from '../../ui/feedback/states.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { dayText, momentText } from '../../ui/values/moment.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { earliestDay } from '../earliest-day.ts'
import { useReasonText } from '../refusal/use-reason-text.ts'
import { previewOf, type RecurrenceDraft } from './draft.ts'
import { formWords } from './form-words.ts'

const SETTLED_MS = 300

export function PreviewSection({ draft }: { draft: RecurrenceDraft }) {
  const t = useWords(formWords)
  return (
    <Section title={t('preview.title')}>
      <div aria-live="polite">
        <Days draft={draft} />
      </div>
    </Section>
  )
}

function Days({ draft }: { draft: RecurrenceDraft }) {
  const t = useWords(formWords)
  const { locale } = useLanguage()
  const asked = previewOf(draft)
  const [settled] = useDebouncedValue(JSON.stringify(asked), SETTLED_MS)
  const { data, error, isError } = usePreview(JSON.parse(settled))
  const reasonText = useReasonText()
  if (asked === null) return <Text c="dimmed">{t('preview.empty')}</Text>
  if (isError) return <Text>{reasonText(error) ?? t('preview.refused', { day: dayText(earliestDay(), locale) })}</Text>
  if (data === undefined) return <LoadingRows rows={3} />
  return data.cobrancas.length === 0 ? <Text>{t('preview.none')}</Text> : <Shown preview={data} />
}

function Shown({ preview }: { preview: Preview }) {
  const t = useWords(formWords)
  const { locale } = useLanguage()
  const { dataInicial, cobrancas, autorizarAte, noDiaSeAutorizadaAte, primeiroCicloSeAutorizadaAte } = preview
  const isLater = primeiroCicloSeAutorizadaAte > noDiaSeAutorizadaAte
  const [first] = cobrancas
  return (
    <Stack gap="sm">
      <Table verticalSpacing={6} horizontalSpacing="xs" aria-label={t('preview.caption')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('preview.cycle')}</Table.Th>
            <Table.Th scope="col">{t('preview.due')}</Table.Th>
            <Table.Th scope="col">{t('preview.settles')}</Table.Th>
            <Table.Th scope="col">{t('preview.ordered')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody className="figures">
          {cobrancas.map(({ ciclo, dataDeVencimento, dataLiquidacaoPrevista, enviadaAoBancoEm }) => (
            <Table.Tr key={ciclo}>
              <Table.Td>{ciclo}</Table.Td>
              <Table.Td>{dayText(dataDeVencimento, locale)}</Table.Td>
              <Table.Td>{dayText(dataLiquidacaoPrevista, locale)}</Table.Td>
              <Table.Td>{momentText(enviadaAoBancoEm, locale, 'day')}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {first !== undefined && first.dataDeVencimento > dataInicial && (
        <Text size="sm">
          {t('preview.tooLate', {
            day: dayText(dataInicial, locale),
            first: dayText(first.dataDeVencimento, locale),
          })}
        </Text>
      )}
      <Text size="sm">{t('preview.onTime', { moment: momentText(noDiaSeAutorizadaAte, locale) })}</Text>
      {isLater && (
        <Text size="sm" c="dimmed">
          {t('preview.late', { moment: momentText(primeiroCicloSeAutorizadaAte, locale) })}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {t('preview.until', { moment: momentText(autorizarAte, locale) })}
      </Text>
    </Stack>
  )
}
