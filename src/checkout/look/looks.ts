// The looks of sellers: how pages are drawn, and how an owner changes that.
import { type Actor, record } from '#audit/audit.ts'
import type { Transaction } from '#db/postgres.ts'
import { Failure } from '#kernel/failure.ts'
import type { CheckoutDeps } from '../manage.ts'
import { type Logo, logoIn } from './logo.ts'
import { type Look, type LookTexts, type ShownLook, shownLook, textsIn } from './look.ts'
import { findLogo, findLook, findNamedLook, lockLook, updateLogo, updateTexts } from './store.ts'

export interface Looks {
  /** For pages, with whether the account is paid with play money. `texts`: in the place of those that are stored. */
  of(accountId: number, texts?: Partial<LookTexts>): Promise<{ look: ShownLook; isTest: boolean }>
  find(accountId: number): Promise<Look>
  change(own: OwnLook, texts: LookTexts): Promise<true | Failure>
  /** `image`: a file in base64; null: no logo any more. */
  changeLogo(own: OwnLook, image: string | null): Promise<true | Failure>
  logo(hash: string): Promise<Pick<Logo, 'bytes' | 'type'> | null>
}

interface OwnLook {
  accountId: number
  by: Actor
}

export function openLooks(deps: Pick<CheckoutDeps, 'db' | 'clock' | 'reservedNames'>): Looks {
  const { db } = deps
  return {
    of: async (accountId, texts = {}) => {
      const { accountName, look, isTest } = await findNamedLook(db, accountId)
      return { look: shownLook({ ...look, ...texts }, accountName), isTest }
    },
    find: accountId => findLook(db, accountId),
    change: (own, texts) => change(deps, own, texts),
    changeLogo: (own, image) => changeLogo(deps, own, image),
    logo: hash => findLogo(db, hash),
  }
}

async function change(
  deps: Pick<CheckoutDeps, 'db' | 'clock' | 'reservedNames'>,
  own: OwnLook,
  given: LookTexts,
): Promise<true | Failure> {
  const texts = textsIn(given, deps.reservedNames)
  if (texts instanceof Failure) return texts
  return changed(deps, own, async (tx, { logo, ...before }, now) => {
    await updateTexts(tx, own.accountId, texts, now)
    return { action: 'look.changed', detail: { before, after: texts } }
  })
}

async function changeLogo(
  deps: Pick<CheckoutDeps, 'db' | 'clock'>,
  own: OwnLook,
  image: string | null,
): Promise<true | Failure> {
  const logo = image === null ? null : await logoIn(image)
  if (logo instanceof Failure) return logo
  return changed(deps, own, async (tx, { logo: before }, now) => {
    await updateLogo(tx, own.accountId, logo, now)
    return { action: 'look.logo-changed', detail: { before: before?.hash ?? null, after: logo?.hash ?? null } }
  })
}

type Change = (tx: Transaction, before: Look, now: Date) => Promise<{ action: string; detail: Record<string, unknown> }>

const changed = (
  { db, clock }: Pick<CheckoutDeps, 'db' | 'clock'>,
  { accountId, by }: OwnLook,
  change: Change,
): Promise<true> =>
  db.transaction(async tx => {
    const now = clock()
    const entry = await change(tx, await lockLook(tx, accountId, now), now)
    await record(tx, [{ ...entry, accountId, actor: by, subject: 'account', subjectId: accountId }], now)
    return true as const
  })
