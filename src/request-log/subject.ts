// What a request is about: the thing that its answer names, or else its path. Pure.
import { parseUuid } from '#kernel/ids.ts'

export const SUBJECTS = [
  'sale',
  'refund',
  'cashout',
  'recurrence',
  'checkout',
  'payment-link',
  'cart',
  'dispute',
] as const
export type Subject = (typeof SUBJECTS)[number]

/** By the beginning of the route; what is more exact stands first. */
const ROUTES: readonly (readonly [string, Subject])[] = [
  ['/api/transactions/:id/refunds', 'refund'],
  ['/api/transactions', 'sale'],
  ['/api/public/cashout', 'cashout'],
  ['/api/pix-automatico', 'recurrence'],
  ['/api/checkouts', 'checkout'],
  ['/api/payment-links', 'payment-link'],
  ['/api/carts', 'cart'],
  ['/api/disputes', 'dispute'],
]

export interface About {
  subject: Subject | null
  subjectUuid: string | null
}

const NOTHING: About = { subject: null, subjectUuid: null }

export function aboutOf(route: string, id: string | undefined, answer: unknown): About {
  const subject = ROUTES.find(([beginning]) => route.startsWith(beginning))?.[1]
  if (subject === undefined) return NOTHING
  // The id in a path to refunds and debits is that of what they belong to.
  const named = subject === 'refund' ? uuidIn(answer) : (uuidIn(answer) ?? parseUuid(id ?? ''))
  if (named !== null) return { subject, subjectUuid: named }
  const sale = subject === 'refund' ? parseUuid(id ?? '') : null
  return sale === null ? NOTHING : { subject: 'sale', subjectUuid: sale }
}

function uuidIn(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null || !('uuid' in answer)) return null
  return typeof answer.uuid === 'string' ? parseUuid(answer.uuid) : null
}

/** The code of a refusal, in whichever of the shapes of http/failures.ts; null: it is none. */
export function errorCodeIn(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null) return null
  const { error, errorType, code } = answer as { error?: unknown; errorType?: unknown; code?: unknown }
  // A refusal of a key says GENERAL_ERROR and, beside it, what it is.
  const found =
    code ??
    errorType ??
    (typeof error === 'object' && error !== null ? (error as typeof answer & { code?: unknown }).code : error)
  return typeof found === 'string' ? found.slice(0, MAX_CODE) : null
}

const MAX_CODE = 60
