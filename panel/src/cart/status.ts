// The states of a cart, in tones; their names are in words.ts.
import type { Cart } from '../api/money/carts.ts'
import type { Tone } from '../ui/feedback/status-badge.tsx'

type CartState = Cart['state']

export const CART_TONES: Record<CartState, Tone> = {
  OPEN: 'waiting',
  ABANDONED: 'attention',
  RECOVERED: 'good',
  COMPLETED: 'good',
  EXPIRED: 'quiet',
}

export const CART_STATES = Object.keys(CART_TONES) as CartState[]
