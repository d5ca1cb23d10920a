// In how many parts a credit card may pay at the checkout, in words: by the very rule by which the gateway counts.
import { MAX_INSTALLMENTS, maxInstallmentsOf } from '#kernel/card/installments.ts'
import { centavos } from '#kernel/money.ts'
import { agreedPrice } from '../../account/settings/agreed-price.ts'
import type { Account } from '../../api/access/session.ts'
import { useWords } from '../../words/words.ts'
import { methodWords } from './words.ts'

type Priced = Pick<Account, 'fees'>

/** `amount` null: the buyer names it, or it is not there yet. Answers 0 where a card cannot pay it. */
function maxPartsOf(account: Priced, amount: number | null, limit: number | null): number {
  return Math.min(agreedPartsOf(account, amount), limit ?? MAX_INSTALLMENTS)
}

function agreedPartsOf({ fees: { creditCard, creditCardInstallments } }: Priced, amount: number | null): number {
  const bands = creditCardInstallments ?? []
  if (amount === null || amount < 1) return Math.max(1, ...bands.map(({ to }) => to))
  if (creditCard === null) return 0
  return maxInstallmentsOf(centavos(amount), {
    creditCard: agreedPrice(creditCard),
    creditCardInstallments: bands.map(({ from, to, price }) => ({ from, to, price: agreedPrice(price) })),
  })
}

/** Whether a card may pay in parts at all, so that a link may say in how many. */
export const paysInParts = (account: Priced): boolean => agreedPartsOf(account, null) > 1

/** "Em até 12× sem juros". */
export function usePartsText() {
  const t = useWords(methodWords)
  return (account: Priced, amount: number | null, limit: number | null = null): string => {
    const parts = maxPartsOf(account, amount, limit)
    if (parts === 0) return t('tooLittle')
    return parts === 1 ? t('inFull') : t('inParts', { parts })
  }
}
