// What sellers do with their checkouts: create, change, and end them. A cart that exists keeps what its buyer was shown.
import type { FastifyBaseLogger } from 'fastify'
import { type Actor, record } from '#audit/audit.ts'
import type { Database, Transaction } from '#db/postgres.ts'
import type { DialectName } from '#http/failures.ts'
import type { PathId } from '#http/request/path-id.ts'
import { answerOf, type Replayed, stayingAnswer } from '#idempotency/answer.ts'
import { type Keyed, underKey } from '#idempotency/under.ts'
import { hashToken, mintToken } from '#kernel/crypto/token-hash.ts'
import { Failure, invalid, notFound } from '#kernel/failure.ts'
import { mintUuid, randomBase62 } from '#kernel/ids.ts'
import { type Clock, type RandomBytes, SECOND_MS } from '#kernel/time.ts'
import {
  type Checkout,
  type CheckoutKind,
  type CheckoutTerms,
  type Offers,
  type Prefill,
  statusAt,
} from './checkout.ts'
import { insertCheckout, lockCheckout, type NewCheckout, type ShownCheckout, updateCheckout } from './store.ts'

export interface CheckoutDeps {
  db: Database
  clock: Clock
  random: RandomBytes
  secretBox: { seal(text: string): string; open(sealed: string): string }
  log: FastifyBaseLogger
  production: boolean
  /** Names that no seller may take. */
  reservedNames: readonly string[]
  /** Makes subjects out of addresses; the same for all gateways of a database. Null: nothing is bounded. */
  attemptSecret: Buffer | null
  /** Where buyers reach the gateway, without a slash at the end. */
  baseUrl: () => string
  /** What the account may sell by now. */
  offers: (accountId: number) => Promise<Offers>
}

export interface CheckoutRequest extends Keyed {
  accountId: number
  kind: CheckoutKind
  terms: CheckoutTerms
  /** Of a link; null: one is drawn. */
  slug: string | null
  /** Of a session, counted from its creation. null: as the terms say. */
  expiresInSeconds: number | null
  /** Of a session. */
  prefill: Prefill | null
  by: Actor
  /** In which refusals are kept under the key. */
  dialect: DialectName
}

/** Makes a checkout what its seller reads. */
export type FormOf = (shown: ShownCheckout) => object

const answered = (form: FormOf) => (outcome: Checkout | Failure, dialect: DialectName) =>
  outcome instanceof Failure ? stayingAnswer(outcome, dialect) : answerOf(201, form(fresh(outcome)))

/** Nobody has come to it yet. */
export const fresh = (checkout: Checkout): ShownCheckout => ({ checkout, opened: 0, sold: 0, cart: null, sale: null })

export function createCheckout(
  deps: CheckoutDeps,
  request: CheckoutRequest,
  form: FormOf,
): Promise<Checkout | Replayed | Failure> {
  const now = deps.clock()
  return deps.db.transaction(tx =>
    underKey(tx, request, {
      now,
      decide: () => insert(tx, deps, request, now),
      answerOf: outcome => answered(form)(outcome, request.dialect),
    }),
  )
}

async function insert(
  tx: Transaction,
  deps: CheckoutDeps,
  request: CheckoutRequest,
  now: Date,
): Promise<Checkout | Failure> {
  const checkout = await insertCheckout(tx, newCheckout(deps, request, now))
  if (checkout === null) return new Failure('CONFLICT', 'slug: is taken')
  // What servers create is in the list; the audit log is about people.
  if (request.by.kind !== 'api-key') await record(tx, [entryOf(request.by, CREATED[checkout.kind], checkout)], now)
  return checkout
}

const SLUG_CHARACTERS = 12

function newCheckout({ random, secretBox }: CheckoutDeps, request: CheckoutRequest, now: Date): NewCheckout {
  const { kind, terms, expiresInSeconds, prefill, accountId } = request
  const token = kind === 'SESSION' ? mintToken(random) : null
  return {
    ...terms,
    expiresAt: expiresInSeconds === null ? terms.expiresAt : new Date(now.getTime() + expiresInSeconds * SECOND_MS),
    accountId,
    kind,
    prefill,
    uuid: mintUuid(random),
    status: 'ACTIVE',
    slug: kind === 'LINK' ? (request.slug ?? randomBase62(SLUG_CHARACTERS, random)) : null,
    tokenHash: token === null ? null : hashToken(token),
    tokenSealed: token === null ? null : secretBox.seal(token),
    taken: 0,
    createdAt: now,
    updatedAt: now,
  }
}

/** Where buyers open it. */
export function addressOf({ secretBox, baseUrl }: CheckoutDeps, { slug, tokenSealed }: Checkout): string {
  return slug === null ? `${baseUrl()}/s/${secretBox.open(tokenSealed ?? '')}` : `${baseUrl()}/l/${slug}`
}

const SLUG = /^[a-z0-9](?:[a-z0-9-]{1,58})[a-z0-9]$/

/** Throws a refusal for what cannot be an address of a link. */
export function slugIn(text: string): string {
  if (!SLUG.test(text)) throw invalid('slug', '3 to 60 of a-z, 0-9 and -, which is neither first nor last')
  return text
}

export interface OwnCheckout {
  accountId: number
  kind: CheckoutKind
  id: PathId
  by: Actor
}

/** `change` answers the new terms, or throws a refusal. Only of a link: what a session asks for stays. */
export function changeLink(
  { db, clock }: CheckoutDeps,
  { accountId, id, by }: Omit<OwnCheckout, 'kind'>,
  change: (terms: CheckoutTerms) => CheckoutTerms,
): Promise<true | Failure> {
  return db.transaction(async tx => {
    const link = await lockCheckout(tx, accountId, 'LINK', id)
    if (link === null) return notFound('Payment link')
    if (link.status !== 'ACTIVE') return new Failure('CONFLICT', 'A payment link that is archived cannot be changed')
    const changed: Checkout = { ...link, ...change(link), updatedAt: clock() }
    if (changed.maxSales !== null && changed.maxSales < link.taken)
      return new Failure('CONFLICT', `maxSales: ${link.taken} are sold or reserved already`)
    await updateCheckout(tx, changed)
    await record(tx, [entryOf(by, 'payment-link.changed', changed)], changed.updatedAt)
    return true as const
  })
}

/** It sells nothing any more. What is open at the PSP may still be paid. Ending it twice changes nothing. */
export function endCheckout(
  { db, clock }: CheckoutDeps,
  { accountId, kind, id, by }: OwnCheckout,
): Promise<true | Failure> {
  return db.transaction(async tx => {
    const checkout = await lockCheckout(tx, accountId, kind, id)
    if (checkout === null) return notFound(NAMES[kind])
    const now = clock()
    if (checkout.status !== 'ACTIVE' || (kind === 'SESSION' && statusAt(checkout, now) !== 'ACTIVE'))
      return true as const
    const ended: Checkout = { ...checkout, status: kind === 'LINK' ? 'ARCHIVED' : 'EXPIRED', updatedAt: now }
    await updateCheckout(tx, ended)
    await record(tx, [entryOf(by, ENDED[kind], ended)], now)
    return true as const
  })
}

export const NAMES: Record<CheckoutKind, string> = { SESSION: 'Checkout', LINK: 'Payment link' }

const CREATED: Record<CheckoutKind, string> = { SESSION: 'checkout.created', LINK: 'payment-link.created' }
const ENDED: Record<CheckoutKind, string> = { SESSION: 'checkout.expired', LINK: 'payment-link.archived' }

const entryOf = (actor: Actor, action: string, { accountId, uuid, title }: Checkout) => ({
  accountId,
  actor,
  action,
  subject: 'checkout',
  subjectId: uuid,
  detail: title === '' ? {} : { title },
})
