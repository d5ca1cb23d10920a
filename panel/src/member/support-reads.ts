// The pages that support has read, in words: derived from the path that the gateway reports.
const PLACES = [
  'account',
  'approvals',
  'audit',
  'balance',
  'beneficiaries',
  'disputes',
  'hold-orders',
  'holds',
  'live',
  'members',
  'metrics',
  'notices',
  'payout-rules',
  'reconciliation',
  'sales',
  'search',
  'statement',
  'support-views',
  'webhook',
  'withdrawals',
] as const

export type Place = (typeof PLACES)[number]

const ID = /^(?:\d+|[0-9a-f]{8}-[0-9a-f-]{27})$/

/** null: a place that has no name yet, which is shown as it is. */
export function placeIn(path: string): { place: Place; detail: string } | null {
  const [, api, first = '', ...rest] = path.split('/')
  const place = PLACES.find(one => one === first)
  if (api !== 'api' || place === undefined) return null
  return { place, detail: rest.filter(part => ID.test(part) || part.endsWith('.csv')).join(' · ') }
}
