// The page of a checkout as its seller is about to have it: for ten minutes, and without anything being sold. What was typed in the
// panel stands in the address itself, sealed, so that nothing is stored and every gateway can show it.
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { Failure, invalid } from '#kernel/failure.ts'
import type { Language } from '#kernel/language.ts'
import { centavos } from '#kernel/money.ts'
import { CHECKOUT_METHODS } from '#kernel/terms/checkout-methods.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import { asksAddress, boundOffer, type Checkout, type CheckoutTerms, type Offers, soldMethodsOf } from '../checkout.ts'
import type { FoundCheckout } from '../feature.ts'
import { type LookTexts, textsIn } from '../look/look.ts'
import type { CheckoutDeps } from '../manage.ts'
import { type AddressChecks, DEFAULT_TERMS, type TermsChecks, termsWith } from '../terms.ts'
import type { LinkBody } from '../wire.ts'

export interface PreviewRequest {
  accountId: number
  /** As it was typed; null: an example. */
  link: LinkBody | null
  /** As it was typed; null: as it is stored. */
  look: LookTexts | null
}

export interface Preview {
  accountId: number
  /** Of the link, where one was typed. */
  language: Language | null
  /** null: as it is stored. */
  look: LookTexts | null
  /** As a buyer would find it. `exampleTitle`: of the thing that is sold where no link was typed. */
  found: (exampleTitle: string) => Promise<FoundCheckout>
}

export interface Previews {
  /** A refusal of a look names its field; one of a link is thrown, as it is where links are made. */
  make(request: PreviewRequest, checks: AddressChecks): Promise<{ url: string; expiresAt: Date } | Failure>
  /** null: the gateway has made no such address, or its time is over. */
  open(token: string): Preview | null
}

/** What is sealed. The same box seals other things, so that this says what it is. */
interface Sealed extends PreviewRequest {
  what: 'preview'
  until: number
}

const EXAMPLE_PRICE = centavos(150_00)
const NIL = '00000000-0000-0000-0000-000000000000'
const LASTS_MS = 10 * MINUTE_MS
/** Node takes 16 KiB for an address with all headers. */
const MAX_CHARACTERS = 8_000

export function makePreviews({ clock, secretBox, reservedNames, baseUrl, offers }: CheckoutDeps): Previews {
  return {
    async make(request, checks) {
      const look = request.look === null ? null : textsIn(request.look, reservedNames)
      if (look instanceof Failure) return look
      const sold = soldMethodsOf(await offers(request.accountId))
      if (request.link !== null) termsWith(DEFAULT_TERMS, request.link, { ...checks, sold })
      const expiresAt = new Date(clock().getTime() + LASTS_MS)
      const link = request.link === null ? null : shownOf(request.link)
      const sealed: Sealed = { what: 'preview', accountId: request.accountId, link, look, until: expiresAt.getTime() }
      const token = secretBox.seal(deflateRawSync(JSON.stringify(sealed)).toString('base64'))
      if (token.length > MAX_CHARACTERS) return invalid('link.items', 'fewer of them, or shorter titles, for a preview')
      return { url: `${baseUrl()}/v/${token}`, expiresAt }
    },
    open(token) {
      const sealed = sealedIn(secretBox, token)
      if (sealed === null || sealed.until <= clock().getTime()) return null
      const { accountId, link, look } = sealed
      const language = link?.language ?? null
      const found = async (title: string) => {
        const sold = await offers(accountId)
        const offered = { ...DEFAULT_TERMS, methods: soldMethodsOf(sold) }
        const terms = link === null ? exampleOf(title, offered) : termsWith(offered, link, CHECKED)
        return foundOf(accountId, terms, sold, clock())
      }
      return { accountId, language, look, found }
    },
  }
}

function exampleOf(title: string, terms: CheckoutTerms): CheckoutTerms {
  const item = { title, unitPrice: EXAMPLE_PRICE, quantity: 1, tangible: false, minQuantity: null, maxQuantity: null }
  return { ...terms, title, items: [item] }
}

/** It is nowhere: neither a number nor an address leads to it. */
function foundOf(accountId: number, terms: CheckoutTerms, sold: Offers, now: Date): FoundCheckout {
  const checkout: Checkout = {
    ...terms,
    accountId,
    id: 0n,
    uuid: NIL,
    kind: 'LINK',
    status: 'ACTIVE',
    slug: null,
    tokenSealed: null,
    taken: 0,
    prefill: null,
    createdAt: now,
    updatedAt: now,
  }
  const card = boundOffer(sold.card, terms.maxInstallments)
  return { ...sold, card, checkout, selling: 'YES', isPaid: false, asksAddress: asksAddress(checkout) }
}

/** Without what no page shows. */
const shownOf = ({ postbackUrl, metadata, externalReference, slug, ...shown }: LinkBody): LinkBody => shown

/** They were when it was made. */
const CHECKED: TermsChecks = { notification() {}, buyer() {}, sold: CHECKOUT_METHODS }

function sealedIn(secretBox: CheckoutDeps['secretBox'], token: string): Sealed | null {
  try {
    const text = inflateRawSync(Buffer.from(secretBox.open(token), 'base64')).toString('utf8')
    const sealed: Partial<Sealed> = JSON.parse(text)
    return sealed.what === 'preview' ? (sealed as Sealed) : null
  } catch {
    // Whatever somebody else has made up: no address of ours.
    return null
  }
}
