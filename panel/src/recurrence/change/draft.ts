// What a person may change of a recurrence, and the request that it becomes: only what differs is sent.
import type { Recurrence, RecurrenceChange } from '../../api/recurrence/recurrences.ts'

export interface ItemDraft {
  title: string
  unitPrice: number | null
  quantity: string
  tangible: boolean
}

export interface ChangeDraft {
  name: string
  email: string
  phone: string
  /** 2026-01-31. */
  startsOn: string
  usual: number | null
  items: ItemDraft[]
  automatic: boolean
  /** As checkboxes have them. */
  retryDays: string[]
  lateDays: string
  info: string
  reference: string
  postbackUrl: string
}

export const NEW_ITEM: ItemDraft = { title: '', unitPrice: null, quantity: '1', tangible: false }

export const draftOf = (recurrence: Recurrence): ChangeDraft => ({
  name: recurrence.customer.name,
  email: recurrence.customer.email,
  phone: recurrence.customer.phone,
  startsOn: recurrence.dataInicial,
  usual: recurrence.valorPadrao,
  items: recurrence.items.map(item => ({ ...item, quantity: String(item.quantity) })),
  automatic: recurrence.cobrancaAutomatica,
  retryDays: recurrence.diasRetentativa.map(String),
  lateDays: String(recurrence.atrasoMaximoDias),
  info: recurrence.infoAdicional ?? '',
  reference: recurrence.externalReference ?? '',
  postbackUrl: recurrence.postbackUrl ?? '',
})

/** null: nothing differs. */
export function changeOf(draft: ChangeDraft, before: ChangeDraft): RecurrenceChange | null {
  const differs = (field: keyof ChangeDraft) => JSON.stringify(draft[field]) !== JSON.stringify(before[field])
  const change = {
    ...customerOf(draft, differs),
    ...(differs('startsOn') && { dataInicial: draft.startsOn }),
    ...(differs('usual') && { valorPadrao: draft.usual }),
    ...(differs('items') && { items: itemsOf(draft) }),
    ...(differs('automatic') && { cobrancaAutomatica: draft.automatic }),
    ...(differs('retryDays') && { diasRetentativa: draft.retryDays.map(Number).toSorted((one, other) => one - other) }),
    ...(differs('lateDays') && { atrasoMaximoDias: Number(draft.lateDays) }),
    ...(differs('info') && { infoAdicional: textOrNull(draft.info) }),
    ...(differs('reference') && { externalReference: textOrNull(draft.reference) }),
    ...(differs('postbackUrl') && { postbackUrl: textOrNull(draft.postbackUrl) }),
  }
  return Object.keys(change).length === 0 ? null : change
}

function customerOf(draft: ChangeDraft, differs: (field: keyof ChangeDraft) => boolean) {
  const changed = (['name', 'email', 'phone'] as const).filter(differs)
  if (changed.length === 0) return {}
  return { customer: Object.fromEntries(changed.map(field => [field, draft[field].trim()])) }
}

const itemsOf = ({ items }: ChangeDraft) =>
  items.map(({ title, unitPrice, quantity, tangible }) => ({
    title: title.trim(),
    unitPrice: unitPrice ?? 0,
    quantity: Number(quantity),
    tangible,
  }))

const textOrNull = (text: string) => (text.trim() === '' ? null : text.trim())

export type Fault = 'missing' | 'quantity' | 'dayMissing' | 'retryDays'
const MAX_RETRIES = 3

/** By field. The gateway judges everything again. */
export function faultsOf({ name, startsOn, items, retryDays }: ChangeDraft): Record<string, Fault> {
  const faults: [string, Fault | false][] = [
    ['name', name.trim() === '' && 'missing'],
    ['startsOn', startsOn === '' && 'dayMissing'],
    ['retryDays', retryDays.length > MAX_RETRIES && 'retryDays'],
    ...items.flatMap(({ title, quantity }, n): [string, Fault | false][] => [
      [`items.${n}.title`, title.trim() === '' && 'missing'],
      [`items.${n}.quantity`, !/^[1-9]\d{0,5}$/.test(quantity.trim()) && 'quantity'],
    ]),
  ]
  return Object.fromEntries(faults.filter((one): one is [string, Fault] => one[1] !== false))
}

/** The field of the form for the name by which the gateway refuses it. */
export const FIELD_OF: Record<string, string> = {
  'customer.name': 'name',
  'customer.email': 'email',
  'customer.phone': 'phone',
  dataInicial: 'startsOn',
  valorPadrao: 'usual',
  diasRetentativa: 'retryDays',
  infoAdicional: 'info',
  externalReference: 'reference',
  postbackUrl: 'postbackUrl',
}
