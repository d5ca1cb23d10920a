// The state of a recurrence, its alert, and what it costs, in words.
import { Group } from '@mantine/core'
import type { Recurrence } from '../api/recurrence/recurrences.ts'
import { StatusBadge } from '../ui/feedback/status-badge.tsx'
import { dayText } from '../ui/values/moment.tsx'
import { moneyText } from '../ui/values/money.tsx'
import { useLanguage } from '../words/use-language.ts'
import { useWords } from '../words/words.ts'
import { RECURRENCE_TONES, statusOf } from './tones.ts'
import { recurrenceWords } from './words.ts'

type Shown = Pick<Recurrence, 'status' | 'alerta' | 'cancelamentoPedidoEm'>

export function RecurrenceStatusBadges({ recurrence }: { recurrence: Shown }) {
  const t = useWords(recurrenceWords)
  const status = statusOf(recurrence)
  const { alerta, cancelamentoPedidoEm } = recurrence
  return (
    <Group gap={6} component="span">
      <StatusBadge tone={RECURRENCE_TONES[status]}>{t(`status.${status}`)}</StatusBadge>
      {cancelamentoPedidoEm !== null && <StatusBadge tone="attention">{t('cancelling')}</StatusBadge>}
      {alerta !== null && <StatusBadge tone="attention">{t(`alert.${alerta}`)}</StatusBadge>}
    </Group>
  )
}

/** "R$ 49,90 por mês". */
export function usePriceText() {
  const t = useWords(recurrenceWords)
  const { locale } = useLanguage()
  return ({
    valor,
    valorPadrao,
    periodicidade,
  }: Pick<Recurrence, 'valor' | 'valorPadrao' | 'periodicidade'>): string => {
    const period = t(`period.${periodicidade}`)
    if (valor !== null) return t('each', { amount: moneyText(valor, locale), period })
    return valorPadrao === null
      ? t('variable', { period })
      : t('usually', { amount: moneyText(valorPadrao, locale), period })
  }
}

/** "10/12/2026 · R$ 49,90", or that the amount is missing; between them the day of the debit where it is another one. */
export function useNextText() {
  const t = useWords(recurrenceWords)
  const { locale } = useLanguage()
  return ({ proximaCobranca }: Recurrence): string => {
    if (proximaCobranca === null) return t('noNext')
    const { dataDeVencimento, dataLiquidacaoPrevista: settles, amount } = proximaCobranca
    const parts = [
      dayText(dataDeVencimento, locale),
      settles !== null && settles !== dataDeVencimento && t('settles', { day: dayText(settles, locale) }),
      amount === null ? t('noAmount') : moneyText(amount, locale),
    ]
    return parts.filter(Boolean).join(' · ')
  }
}
