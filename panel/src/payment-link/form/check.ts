// What a link lacks before it is sent, by field. The gateway judges everything again.
import { MAX_INSTALLMENTS } from '#kernel/card/installments.ts'
import { countIn, type ItemDraft, type LinkDraft, totalOf } from './draft.ts'

export type Fault =
  | 'titleMissing'
  | 'priceMissing'
  | 'count'
  | 'countOrder'
  | 'itemTitleMissing'
  | 'amountMissing'
  | 'amountOrder'
  | 'nothingLeft'
  | 'slug'
  | 'address'
  | 'past'
  | 'days'
  | 'parts'
  | 'methodsMissing'

const SLUG = /^[a-z0-9][a-z0-9-]{1,58}[a-z0-9]$/
const MAX_SALES = 1_000_000
const MAX_DUE_IN_DAYS = 60

/** Empty: no limit of the link's own. */
export function isMaxInstallments(text: string): boolean {
  const parts = countIn(text)
  return text === '' || (parts !== null && parts <= MAX_INSTALLMENTS)
}

export const isDueInDays = (text: string): boolean => /^\d{1,2}$/.test(text) && Number(text) <= MAX_DUE_IN_DAYS

export function faultsOf(draft: LinkDraft, today: string): Record<string, Fault> {
  const { title, slug, maxSales, methods, boleto, card, expiresAt, successUrl, cancelUrl } = draft
  const sales = countIn(maxSales)
  const faults: [string, Fault | false][] = [
    ['title', title.trim() === '' && 'titleMissing'],
    ...(draft.kind === 'OPEN' ? openFaults(draft) : fixedFaults(draft)),
    ['maxSales', maxSales !== '' && (sales === null || sales > MAX_SALES) && 'count'],
    ['methods', methods.length === 0 && 'methodsMissing'],
    ['boleto.dueInDays', methods.includes('BOLETO') && !isDueInDays(boleto.dueInDays) && 'days'],
    ['card.maxInstallments', methods.includes('CREDIT_CARD') && !isMaxInstallments(card.maxInstallments) && 'parts'],
    ['expiresAt', expiresAt !== '' && expiresAt < today && 'past'],
    ['slug', slug.trim() !== '' && !SLUG.test(slug.trim()) && 'slug'],
    ['successUrl', !isAddress(successUrl) && 'address'],
    ['cancelUrl', !isAddress(cancelUrl) && 'address'],
  ]
  return Object.fromEntries(faults.filter((one): one is [string, Fault] => one[1] !== false))
}

function openFaults({ openAmount: { min, max } }: LinkDraft): [string, Fault | false][] {
  return [
    ['openAmount.min', min === null && 'amountMissing'],
    ['openAmount.max', max === null ? 'amountMissing' : min !== null && min > max && 'amountOrder'],
  ]
}

function fixedFaults(draft: LinkDraft): [string, Fault | false][] {
  const { items } = draft
  const ofItems = items.flatMap((item, n) => itemFaults(item, n, items.length > 1))
  const isPriced = ofItems.every(([, fault]) => fault === false)
  return [...ofItems, ['discountAmount', isPriced && (totalOf(draft) ?? 1) < 1 && 'nothingLeft']]
}

function itemFaults(item: ItemDraft, n: number, isAmongOthers: boolean): [string, Fault | false][] {
  const [min, max] = [countIn(item.minQuantity), countIn(item.maxQuantity)]
  const at = (field: keyof ItemDraft) => `items.${n}.${field}`
  return [
    [at('title'), isAmongOthers && item.title.trim() === '' && 'itemTitleMissing'],
    [at('unitPrice'), item.unitPrice === null && 'priceMissing'],
    [at('quantity'), !item.isChosen && countIn(item.quantity) === null && 'count'],
    [at('minQuantity'), item.isChosen && min === null && 'count'],
    [at('maxQuantity'), item.isChosen && (max === null ? 'count' : min !== null && min > max && 'countOrder')],
  ]
}

/** Empty is none. */
function isAddress(text: string): boolean {
  if (text.trim() === '') return true
  return /^https?:\/\/./i.test(text.trim()) && URL.canParse(text.trim())
}
