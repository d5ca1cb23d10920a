// The state of a link, its price and what was sold of it, in words.
import type { PaymentLink } from '../api/money/payment-links.ts'
import { StatusBadge } from '../ui/feedback/status-badge.tsx'
import { moneyText } from '../ui/values/money.tsx'
import { useLanguage } from '../words/use-language.ts'
import { useWords } from '../words/words.ts'
import { LINK_TONES, linkStateOf } from './status.ts'
import { linkWords } from './words.ts'

export function LinkStatusBadge({ link }: { link: PaymentLink }) {
  const t = useWords(linkWords)
  const state = linkStateOf(link)
  return <StatusBadge tone={LINK_TONES[state]}>{t(`status.${state}`)}</StatusBadge>
}

/** "R$ 25,00", or the bounds of what the buyer chooses. */
export function usePriceText() {
  const t = useWords(linkWords)
  const { locale } = useLanguage()
  return ({ amount, openAmount }: Pick<PaymentLink, 'amount' | 'openAmount'>): string => {
    if (openAmount === undefined) return moneyText(amount ?? 0, locale)
    return t('open', { min: moneyText(openAmount.min, locale), max: moneyText(openAmount.max, locale) })
  }
}

export function useSoldText() {
  const t = useWords(linkWords)
  return ({ sold, maxSales }: PaymentLink): string =>
    maxSales === null ? String(sold) : t('soldOf', { sold, max: maxSales })
}

/** How many of those who gave their contact have paid; null before the first one. */
export function useConversionText() {
  const { locale } = useLanguage()
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })
  return ({ opened, sold }: PaymentLink): string => (opened === 0 ? '–' : percent.format(sold / opened))
}
