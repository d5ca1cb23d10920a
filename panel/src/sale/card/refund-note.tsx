// How the money of a card goes back, and when. It is loaded for sales by card only.
import { Alert, Text } from '@mantine/core'
import type { SaleWithLife } from '../../api/money/sales.ts'
import { dayOf, dayText } from '../../ui/values/moment.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { cardWords } from './words.ts'

export function CardRefundNote({ sale: { refundable } }: { sale: SaleWithLife }) {
  const t = useWords(cardWords)
  const { locale } = useLanguage()
  const { waitsFor, expectedAt } = refundable
  return (
    <>
      <Text>{t('refundText')}</Text>
      {waitsFor !== undefined && expectedAt !== undefined && (
        <Alert>{t(`waitsFor.${waitsFor}`, { day: dayText(dayOf(new Date(expectedAt)), locale) })}</Alert>
      )}
    </>
  )
}
