// The totals of a filtered list: number and amount. Its room is reserved before the figures have loaded.
import { Text } from '@mantine/core'
import type { Totals } from '../../api/money/totals.ts'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { moneyText } from '../values/money.tsx'
import { listWords } from './list-words.ts'

export function ListTotals({ totals }: { totals: Totals | undefined }) {
  return (
    <Text role="status" size="sm" c="dimmed" mb="xs" className="figures" mih="1.55em">
      {totals !== undefined && totals.count > 0 && <Figures totals={totals} />}
    </Text>
  )
}

function Figures({ totals: { count, amount, more } }: { totals: Totals }) {
  const t = useWords(listWords)
  const { locale } = useLanguage()
  const number = new Intl.NumberFormat(locale).format(count)
  if (amount === undefined) return more ? t('totals.more', { number }) : t('totals.exact', { count, number })
  const sum = { amount: moneyText(amount, locale) }
  return more
    ? `${t('totals.more', { number })} · ${t('totals.least', sum)}`
    : `${t('totals.exact', { count, number })} · ${t('totals.amount', sum)}`
}
