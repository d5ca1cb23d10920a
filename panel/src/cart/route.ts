// The routes of carts: the list, whose filters are part of the address, and one cart.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../roots.tsx'
import { cursorIn, dayIn, defined, limitIn, oneOf, type RawSearch, textIn } from '../ui/filters/search.ts'
import { CART_STATES } from './status.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function uuidIn(raw: RawSearch, name: string): string | undefined {
  const text = textIn(raw, name)
  return text !== undefined && UUID.test(text) ? text : undefined
}

const cartsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/carrinhos',
  validateSearch: (raw: RawSearch) =>
    defined({
      state: oneOf(raw, 'state', CART_STATES),
      checkout: uuidIn(raw, 'checkout'),
      from: dayIn(raw, 'from'),
      to: dayIn(raw, 'to'),
      cursor: cursorIn(raw),
      limit: limitIn(raw),
    }),
  component: lazyRouteComponent(() => import('./carts-page.tsx'), 'CartsPage'),
})

const cartRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/carrinhos/$cart',
  component: lazyRouteComponent(() => import('./cart-page.tsx'), 'CartPage'),
})

export const cartRoutes = [cartsRoute, cartRoute] as const
