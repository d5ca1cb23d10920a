// A link while it is written: what the fields hold, what is wrong with it, and what is sent. The names of the fields are those of
// the gateway, so that a refusal finds its field. Pure.
import { CHECKOUT_METHODS, type CheckoutMethod } from '#kernel/terms/checkout-methods.ts'
import type { LinkBody, LinkChange, PaymentLink } from '../../api/money/payment-links.ts'
import { dayOf } from '../../ui/values/moment.tsx'

export interface ItemDraft {
  title: string
  unitPrice: number | null
  quantity: string
  /** The buyer says how many. */
  isChosen: boolean
  minQuantity: string
  maxQuantity: string
  tangible: boolean
}

export interface LinkDraft {
  title: string
  kind: 'FIXED' | 'OPEN'
  items: ItemDraft[]
  openAmount: { min: number | null; max: number | null }
  shippingAmount: number | null
  discountAmount: number | null
  maxSales: string
  methods: CheckoutMethod[]
  boleto: { dueInDays: string }
  /** Empty: as many as the account's fees allow. */
  card: { maxInstallments: string }
  /** 2026-01-31, or empty. */
  expiresAt: string
  /** Of a new link. */
  slug: string
  askDocument: boolean
  askAddress: boolean
  showsAmount: boolean
  thankYou: string
  successUrl: string
  cancelUrl: string
  externalReference: string
}

export const NEW_ITEM: ItemDraft = {
  title: '',
  unitPrice: null,
  quantity: '1',
  isChosen: false,
  minQuantity: '1',
  maxQuantity: '10',
  tangible: false,
}

/** The gateway's default. */
const DUE_IN_DAYS = 3

/** `methods`: by which the account sells. */
export const newLink = (methods: CheckoutMethod[]): LinkDraft => ({
  title: '',
  kind: 'FIXED',
  items: [NEW_ITEM],
  openAmount: { min: null, max: null },
  shippingAmount: null,
  discountAmount: null,
  maxSales: '',
  methods,
  boleto: { dueInDays: String(DUE_IN_DAYS) },
  card: { maxInstallments: '' },
  expiresAt: '',
  slug: '',
  askDocument: false,
  askAddress: false,
  showsAmount: false,
  thankYou: '',
  successUrl: '',
  cancelUrl: '',
  externalReference: '',
})

export function draftOf(link: PaymentLink): LinkDraft {
  return {
    title: link.title,
    kind: link.openAmount === undefined ? 'FIXED' : 'OPEN',
    items: link.items.length === 0 ? [NEW_ITEM] : link.items.map(item => itemDraftOf(item, link)),
    openAmount: link.openAmount ?? { min: null, max: null },
    shippingAmount: link.shippingAmount ?? null,
    discountAmount: link.discountAmount ?? null,
    maxSales: link.maxSales === null ? '' : String(link.maxSales),
    ...methodDraftOf(link),
    // It ends with the end of that day, which is the beginning of the next one.
    expiresAt: link.expiresAt === null ? '' : dayOf(new Date(Date.parse(link.expiresAt) - 1)),
    // Its address stays as it is.
    slug: '',
    askDocument: link.askDocument ?? false,
    askAddress: link.askAddress ?? false,
    showsAmount: link.showsAmount ?? false,
    thankYou: link.thankYou ?? '',
    successUrl: link.successUrl ?? '',
    cancelUrl: link.cancelUrl ?? '',
    externalReference: link.externalReference ?? '',
  }
}

const methodDraftOf = ({ methods, boleto, card }: PaymentLink): Pick<LinkDraft, 'methods' | 'boleto' | 'card'> => ({
  methods,
  boleto: { dueInDays: String(boleto?.dueInDays ?? DUE_IN_DAYS) },
  card: { maxInstallments: String(card?.maxInstallments ?? '') },
})

function itemDraftOf(item: PaymentLink['items'][number], link: PaymentLink): ItemDraft {
  const { title, unitPrice, quantity, tangible, minQuantity, maxQuantity } = item
  const isChosen = minQuantity !== undefined || maxQuantity !== undefined
  return {
    title: link.items.length === 1 && title === link.title ? '' : title,
    unitPrice,
    quantity: String(quantity),
    isChosen,
    minQuantity: String(minQuantity ?? quantity),
    maxQuantity: String(maxQuantity ?? quantity),
    tangible,
  }
}

/** Of a new link. One that leaves nothing out of `sold` names no methods: the gateway knows what may be sold at this moment. */
export function bodyOf(draft: LinkDraft, sold: readonly CheckoutMethod[]): LinkBody {
  const { methods, ...terms } = termsOf(draft)
  const slug = draft.slug.trim()
  const isAll = sold.every(method => methods.includes(method))
  return { ...terms, ...(!isAll && { methods }), ...(slug !== '' && { slug }) }
}

/** What differs from the link as it was: what a person has not touched stays, also what the form cannot say as exactly. */
export function changeOf(draft: LinkDraft, before: LinkDraft): LinkChange {
  const stored: Record<string, unknown> = { ...termsOf(before) }
  const changed = Object.entries(termsOf(draft)).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(stored[field]),
  )
  return Object.fromEntries(changed)
}

/** Everything that a person may change; null where something is taken away. */
function termsOf(draft: LinkDraft) {
  return {
    title: draft.title.trim(),
    ...priceOf(draft),
    shippingAmount: draft.shippingAmount ?? 0,
    discountAmount: draft.discountAmount ?? 0,
    maxSales: draft.maxSales === '' ? null : Number(draft.maxSales),
    methods: CHECKOUT_METHODS.filter(method => draft.methods.includes(method)),
    boleto: { dueInDays: Number(draft.boleto.dueInDays) },
    card: { maxInstallments: countIn(draft.card.maxInstallments) },
    expiresAt: draft.expiresAt === '' ? null : draft.expiresAt,
    askDocument: draft.askDocument,
    askAddress: draft.askAddress,
    showsAmount: draft.showsAmount,
    thankYou: textOrNone(draft.thankYou),
    successUrl: textOrNone(draft.successUrl),
    cancelUrl: textOrNone(draft.cancelUrl),
    externalReference: textOrNone(draft.externalReference),
  }
}

const textOrNone = (text: string): string | null => (text.trim() === '' ? null : text.trim())

function priceOf({ kind, title, items, openAmount }: LinkDraft): Pick<LinkChange, 'items' | 'openAmount'> {
  if (kind === 'OPEN') return { openAmount: { min: openAmount.min ?? 0, max: openAmount.max ?? 0 } }
  return { items: items.map(item => itemOf(item, title)) }
}

function itemOf(item: ItemDraft, title: string) {
  return {
    title: item.title.trim() || title.trim(),
    unitPrice: item.unitPrice ?? 0,
    quantity: firstQuantityOf(item) ?? 1,
    tangible: item.tangible,
    ...(item.isChosen && { minQuantity: Number(item.minQuantity), maxQuantity: Number(item.maxQuantity) }),
  }
}

/** How many stand there before the buyer has chosen; null: no number is entered. */
export function firstQuantityOf({ isChosen, quantity, minQuantity, maxQuantity }: ItemDraft): number | null {
  const [usual, min, max] = [countIn(quantity), countIn(minQuantity), countIn(maxQuantity)]
  if (!isChosen) return usual
  const isWithin = usual !== null && usual >= (min ?? 1) && usual <= (max ?? usual)
  return isWithin ? usual : min
}

/** What the buyer sees first: with the quantities that stand there before any choice. */
export function totalOf({ kind, items, shippingAmount, discountAmount }: LinkDraft): number | null {
  if (kind === 'OPEN') return null
  const lines = items.map(item => (item.unitPrice ?? 0) * (firstQuantityOf(item) ?? 0))
  return lines.reduce((sum, line) => sum + line, 0) + (shippingAmount ?? 0) - (discountAmount ?? 0)
}

/** A whole number from 1, or null. */
export function countIn(text: string): number | null {
  return /^[1-9]\d{0,6}$/.test(text) ? Number(text) : null
}
