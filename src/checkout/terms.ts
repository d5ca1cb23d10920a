// What a seller asks for, as the terms of a checkout: defaults filled in, and everything refused that could not be sold. Pure.
import { justAfter } from '#http/request/period.ts'
import { Failure, invalid } from '#kernel/failure.ts'
import { type Centavos, centavos, toCentsNumber, ZERO } from '#kernel/money.ts'
import type { CheckoutMethod } from '#kernel/terms/checkout-methods.ts'
import { type CheckoutTerms, type OfferedItem, totalOf } from './checkout.ts'
import {
  DEFAULT_ABANDON_SECONDS,
  DEFAULT_DUE_IN_DAYS,
  DEFAULT_PIX_SECONDS,
  type LinkChange,
  type SessionBody,
} from './wire.ts'

/** Each throws a refusal where an address may not be used. */
export interface AddressChecks {
  /** Where notifications go. */
  notification: (field: string, url: string) => void
  /** Where the buyer goes on to. */
  buyer: (field: string, url: string) => void
}

export interface TermsChecks extends AddressChecks {
  /** What the account may sell by now. */
  sold: readonly CheckoutMethod[]
}

export const DEFAULT_TERMS: CheckoutTerms = {
  title: '',
  items: [],
  shipping: ZERO,
  discount: ZERO,
  openAmount: null,
  methods: ['PIX'],
  askAddress: false,
  askDocument: false,
  abandonAfterSeconds: DEFAULT_ABANDON_SECONDS,
  pixExpiresInSeconds: DEFAULT_PIX_SECONDS,
  boletoDueInDays: DEFAULT_DUE_IN_DAYS,
  maxInstallments: null,
  maxSales: null,
  successUrl: null,
  cancelUrl: null,
  postbackUrl: null,
  externalReference: null,
  returnAutomatically: false,
  showsAmount: false,
  thankYou: null,
  language: null,
  metadata: null,
  expiresAt: null,
}

type Body = Omit<SessionBody & LinkChange, 'customer' | 'expiresInSeconds' | 'items'> & { items?: SessionBody['items'] }

/** The terms with what the body says of them; what it leaves out stays. Throws a Failure that names the field. */
export function termsWith(terms: CheckoutTerms, body: Partial<Body>, checks: TermsChecks): CheckoutTerms {
  const next: CheckoutTerms = {
    title: body.title === undefined ? terms.title : plain('title', body.title),
    items: itemsOf(body, terms),
    shipping: centsOr(body.shippingAmount, terms.shipping),
    discount: centsOr(body.discountAmount, terms.discount),
    openAmount: openAmountOf(body, terms),
    methods: body.methods === undefined ? terms.methods : methodsOf(body.methods, checks.sold),
    askAddress: body.askAddress ?? terms.askAddress,
    askDocument: body.askDocument ?? terms.askDocument,
    abandonAfterSeconds: given(body.abandonAfterSeconds, terms.abandonAfterSeconds),
    pixExpiresInSeconds: body.pix?.expiresInSeconds ?? terms.pixExpiresInSeconds,
    boletoDueInDays: body.boleto?.dueInDays ?? terms.boletoDueInDays,
    maxInstallments: given(body.card?.maxInstallments, terms.maxInstallments),
    maxSales: given(body.maxSales, terms.maxSales),
    successUrl: given(body.successUrl, terms.successUrl),
    cancelUrl: given(body.cancelUrl, terms.cancelUrl),
    postbackUrl: given(body.postbackUrl, terms.postbackUrl),
    externalReference: given(body.externalReference, terms.externalReference),
    returnAutomatically: body.returnAutomatically ?? terms.returnAutomatically,
    showsAmount: body.showsAmount ?? terms.showsAmount,
    thankYou: given(body.thankYou, terms.thankYou),
    language: given(body.language, terms.language),
    metadata: metadataOf(given(body.metadata, terms.metadata)),
    expiresAt: body.expiresAt === undefined ? terms.expiresAt : momentOf(body.expiresAt),
  }
  if (body.postbackUrl) checks.notification('postbackUrl', body.postbackUrl)
  if (body.successUrl) checks.buyer('successUrl', body.successUrl)
  if (body.cancelUrl) checks.buyer('cancelUrl', body.cancelUrl)
  refuseUnsaleable(next)
  return next
}

/** Absent: what was there. null: nothing. */
const given = <T>(value: T | null | undefined, before: T | null): T | null => (value === undefined ? before : value)
const centsOr = (cents: number | undefined, before: Centavos) => (cents === undefined ? before : centavos(cents))

/** Items take the place of an open amount, and the other way round. */
function openAmountOf(body: Partial<Body>, terms: CheckoutTerms): CheckoutTerms['openAmount'] {
  if (body.openAmount !== undefined) {
    if (body.items !== undefined) throw invalid('openAmount', 'either items or an open amount')
    const { min, max } = body.openAmount
    if (min > max) throw invalid('openAmount.max', `at least ${min}, the minimum`)
    return { min: centavos(min), max: centavos(max) }
  }
  return body.items === undefined ? terms.openAmount : null
}

function itemsOf(body: Partial<Body>, terms: CheckoutTerms): OfferedItem[] {
  if (body.openAmount !== undefined) return []
  return body.items === undefined ? terms.items : body.items.map(itemOf)
}

function itemOf(item: SessionBody['items'][number], n: number): OfferedItem {
  const { quantity, minQuantity = null, maxQuantity = null } = item
  if (minQuantity !== null && minQuantity > quantity)
    throw invalid(`items.${n}.minQuantity`, `at most the quantity, ${quantity}`)
  if (maxQuantity !== null && maxQuantity < quantity)
    throw invalid(`items.${n}.maxQuantity`, `at least the quantity, ${quantity}`)
  return {
    title: plain(`items.${n}.title`, item.title),
    unitPrice: centavos(item.unitPrice),
    quantity,
    tangible: item.tangible ?? false,
    minQuantity,
    maxQuantity,
  }
}

function plain(field: string, text: string): string {
  const title = text.trim()
  if (title === '') throw invalid(field, 'a name, not blanks')
  return title
}

function methodsOf(methods: CheckoutMethod[], sold: readonly CheckoutMethod[]): CheckoutMethod[] {
  const unsold = methods.find(method => !sold.includes(method))
  if (unsold !== undefined) throw new Failure('GENERAL_ERROR', `methods: ${unsold} is not available for this account`)
  return methods
}

const MAX_METADATA_BYTES = 2_048
// PostgreSQL keeps no NUL in JSON. Behind another backslash the escape is only the plain text of one.
const NUL_ESCAPED = /(?<!\\)(?:\\\\)*\\u0000/

function metadataOf<T extends Record<string, unknown>>(metadata: T | null, field = 'metadata'): T | null {
  if (metadata === null) return null
  const text = JSON.stringify(metadata)
  if (Buffer.byteLength(text) > MAX_METADATA_BYTES) throw invalid(field, `at most ${MAX_METADATA_BYTES} bytes of JSON`)
  if (NUL_ESCAPED.test(text)) throw invalid(field, 'text without NUL characters')
  return metadata
}

/** A day is open to its end. */
const momentOf = (text: string | null): Date | null => {
  if (text === null) return null
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text)
  const moment = justAfter('expiresAt', text)
  return isDay ? moment : new Date(moment.getTime() - 1)
}

function refuseUnsaleable(terms: CheckoutTerms): void {
  const { items, openAmount, shipping, discount } = terms
  if (openAmount === null) {
    if (items.length === 0) throw invalid('items', 'items, or an open amount')
    for (const bound of [items.map(minQuantities), items.map(maxQuantities)])
      orThrow(totalOf(bound, shipping, discount))
    return
  }
  if (terms.title === '') throw invalid('title', 'what the buyer pays for')
  const ends = [openAmount.min, openAmount.max].map(unitPrice => [{ unitPrice, quantity: 1 }])
  for (const bound of ends) orThrow(totalOf(bound, shipping, discount))
}

const minQuantities = (item: OfferedItem) => ({ ...item, quantity: item.minQuantity ?? item.quantity })
const maxQuantities = (item: OfferedItem) => ({ ...item, quantity: item.maxQuantity ?? item.quantity })

function orThrow(total: Centavos | Failure): void {
  if (total instanceof Failure) throw total
  toCentsNumber(total)
}
