// By which methods a link is paid, and in how many parts by card.
import { Text } from '@mantine/core'
import type { CheckoutMethod } from '#kernel/terms/checkout-methods.ts'
import { useAccount } from '../../api/access/session.ts'
import type { PaymentLink } from '../../api/money/payment-links.ts'
import { saleStatusWords } from '../../sale/shown/status-words.ts'
import { useWords } from '../../words/words.ts'
import { usePartsText } from './parts.ts'
import { methodWords } from './words.ts'

export function LinkMethods({ link: { methods, amount, card } }: { link: PaymentLink }) {
  const [names, notes] = [useWords(saleStatusWords), useWords(methodWords)]
  const { data: account } = useAccount()
  const parts = usePartsText()
  const noteOf = (method: CheckoutMethod): string | null => {
    if (!account) return null
    if (!account.soldMethods.includes(method)) return notes('notSold')
    return method === 'CREDIT_CARD' ? parts(account, amount, card?.maxInstallments ?? null) : null
  }
  return methods.map(method => {
    const note = noteOf(method)
    return (
      <div key={method}>
        {names(`method.${method}`)}
        {note !== null && (
          <Text size="sm" c="dimmed">
            {note}
          </Text>
        )}
      </div>
    )
  })
}
