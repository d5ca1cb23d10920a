// The state of a cart, named and toned, and whose it is.
import type { Cart } from '../api/money/carts.ts'
import { StatusBadge } from '../ui/feedback/status-badge.tsx'
import { useWords } from '../words/words.ts'
import { CART_TONES } from './status.ts'
import { cartWords } from './words.ts'

export function CartStatusBadge({ cart: { state } }: { cart: Pick<Cart, 'state'> }) {
  const t = useWords(cartWords)
  return <StatusBadge tone={CART_TONES[state]}>{t(`state.${state}`)}</StatusBadge>
}

export function useBuyerName() {
  const t = useWords(cartWords)
  return ({ customerName, id }: Pick<Cart, 'customerName' | 'id'>): string =>
    customerName === '' ? t('erasedName', { id }) : customerName
}

/** In the form of events amounts are text. */
export const centsOf = (text: string): number => Number(text)
