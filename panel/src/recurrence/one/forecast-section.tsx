// The cycles of a recurrence that are not planned yet. Where there are none to foresee, nothing is shown.
import { Stack, Text } from '@mantine/core'
import { type Forecast, useForecast } from '../../api/recurrence/calendar.ts'
import type { Recurrence } from '../../api/recurrence/recurrences.ts'
import { Facts, Section } from '../../ui/layout/section.tsx'
import { dayText, momentText } from '../../ui/values/moment.tsx'
import { moneyText } from '../../ui/values/money.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { oneWords } from './words.ts'

export function ForecastSection({ recurrence }: { recurrence: Recurrence }) {
  const t = useWords(oneWords)
  const { data } = useForecast(recurrence.uuid)
  if (data === undefined || data.cobrancas.length === 0) return null
  const isOffered = recurrence.status === 'CRIADA'
  return (
    <Section title={t(isOffered ? 'cycles.offered' : 'cycles.next')}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t(isOffered ? 'cycles.offeredText' : 'cycles.nextText')}
        </Text>
        <Cycles forecast={data} />
        {isOffered && <TooLate recurrence={recurrence} forecast={data} />}
        <OnTime until={data.noDiaSeAutorizadaAte} />
      </Stack>
    </Section>
  )
}

function Cycles({ forecast }: { forecast: Forecast }) {
  const t = useWords(oneWords)
  const { locale } = useLanguage()
  const facts = forecast.cobrancas.map(({ ciclo, dataDeVencimento, dataLiquidacaoPrevista: settles, amount }) => {
    const parts = [
      dayText(dataDeVencimento, locale),
      settles !== dataDeVencimento && t('cycles.settles', { day: dayText(settles, locale) }),
      amount === null ? t('cycles.openAmount') : moneyText(amount, locale),
    ]
    return { name: t('cycles.cycle', { cycle: ciclo }), value: parts.filter(Boolean).join(' · ') }
  })
  return <Facts facts={facts} />
}

/** Its first debit is later than agreed: the days before it can no longer be reached. */
function TooLate({ recurrence: { dataInicial }, forecast }: { recurrence: Recurrence; forecast: Forecast }) {
  const t = useWords(oneWords)
  const { locale } = useLanguage()
  const [first] = forecast.cobrancas
  if (first === undefined || first.dataDeVencimento <= dataInicial) return null
  const days = { day: dayText(dataInicial, locale), first: dayText(first.dataDeVencimento, locale) }
  return <Text size="sm">{t('cycles.tooLate', days)}</Text>
}

function OnTime({ until }: { until: string | null }) {
  const t = useWords(oneWords)
  const { locale } = useLanguage()
  return until === null ? null : <Text size="sm">{t('cycles.onTime', { moment: momentText(until, locale) })}</Text>
}
