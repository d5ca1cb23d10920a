// The entries of a stored callback, bounded: each payment once, nothing that can be no id, and a limited number. A forged
// callback costs that many queries and not one more.
import { idOf } from '../adapters/reply.ts'
import type { CallbackContent, Hint, Psp } from '../port.ts'
import type { KeptCallback } from './store.ts'

export interface Entries {
  /** Those that the PSP has still to confirm. */
  open: Entry[]
  /** The number of all, without those that are left out. */
  count: number
  /** Those that cannot be read. */
  unread: number
  /** Those beyond the limit, which are not queried. */
  left: number
}

export interface Entry {
  key: string
  hint: Hint
}

const MAX_ENTRIES = 1_000

type Read = Pick<KeptCallback, 'body' | 'confirmed' | 'repeats'>

/** Throws where the body is to be JSON and is not. */
export function entriesOf(psp: Pick<Psp, 'readCallback'>, { body, confirmed, repeats }: Read): Entries {
  const text = body.toString('utf8')
  const { hints, unread } = repeats ? noticeIn(text) : psp.readCallback(JSON.parse(text))
  const possible = hints.filter(isPossible)
  const byKey = new Map(possible.map(hint => [`${hint.about}/${nameOf(hint)}`, hint]))
  const all = [...byKey].map(([key, hint]) => ({ key, hint }))
  const asked = all.slice(0, MAX_ENTRIES)
  const known = new Set(confirmed)
  return {
    open: asked.filter(({ key }) => !known.has(key)),
    count: asked.length,
    unread: unread + hints.length - possible.length,
    left: all.length - asked.length,
  }
}

/** A notice of charges is a form: `notification={token}`. */
function noticeIn(form: string): CallbackContent {
  const token = new URLSearchParams(form).get('notification')
  return token === null ? { hints: [], unread: 1 } : { hints: [{ about: 'notice', token }], unread: 0 }
}

/** It goes into the path of a request. */
const TOKEN = /^[A-Za-z0-9_-]{1,128}$/

const isPossible = (hint: Hint): boolean =>
  hint.about === 'notice' ? TOKEN.test(hint.token) : idOf(nameOf(hint)) !== null

/** The PSP's or our own name of what the hint is about. */
export function nameOf(hint: Hint): string {
  if (hint.about === 'received') return hint.endToEndId
  if (hint.about === 'payout') return hint.payoutId
  if (hint.about === 'notice') return hint.token
  return hint.about === 'recurrence' ? hint.idRec : hint.txid
}
