// The way back to the shop: a link that shows where it leads. The gateway itself sends nobody to a foreign address.
import type { Checkout } from '#checkout/checkout.ts'
import { html, type Markup } from '#kernel/html.ts'
import type { Page } from '../page/page.ts'

type Returning = Pick<Checkout, 'uuid' | 'successUrl' | 'cancelUrl' | 'returnAutomatically'>

export function shopLink({ words }: Page, checkout: Returning, after: 'PAID' | 'LEFT'): Markup | null {
  const { successUrl, cancelUrl, uuid, returnAutomatically } = checkout
  const url = URL.parse((after === 'PAID' ? successUrl : cancelUrl) ?? '')
  // What is stored was judged before; a link of another kind is still never printed.
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  url.searchParams.set('checkout', uuid)
  const isByItself = after === 'PAID' && returnAutomatically
  return html`<a class="${after === 'PAID' ? 'secondary' : 'quiet'}" href="${url.href}" rel="noopener noreferrer"${isByItself && html` data-return`}>${words.backTo(url.host)}</a>`
}
