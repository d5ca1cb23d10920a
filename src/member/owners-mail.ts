// The mails to every owner of an account about what protects it: a change of its payout rules, its cards that were switched off. An owner
// cannot choose not to get them.
import { nameOfAccount } from '#db/account/accounts-named.ts'
import type { Transaction } from '#db/postgres.ts'
import { isTestAccount } from '#kernel/account/test-account.ts'
import type { Language } from '#kernel/language.ts'
import { LANGUAGES } from '#kernel/language.ts'
import { DAY_MS } from '#kernel/time.ts'
import type { MailKind, NewMail } from '#mail/mail.ts'
import type { MailOutbox } from '#mail/outbox.ts'
import type { MembersDeps } from './feature.ts'
import { nameOfPerson } from './invitation/store.ts'
import { findPreferences } from './mail-preferences/store.ts'
import type { Member } from './member.ts'
import { listMembers } from './store.ts'

/** Beyond it one mailbox hears no more of it within a day: the first ones have said enough. */
const MAX_A_DAY = 50
const USEFUL_FOR_MS = 7 * DAY_MS

/** Of a change of the payout rules that protects less and waits. */
export async function mailOwnersOfRule(
  tx: Transaction,
  { mail, language }: Pick<MembersDeps, 'mail'> & { language: Language },
  { accountId, by, aloneFrom, now }: { accountId: number; by: string | null; aloneFrom: Date | null; now: Date },
): Promise<void> {
  if (mail.refusal !== null || isTestAccount(accountId)) return
  const detail = {
    account: await nameOfAccount(tx, accountId),
    by: by === null ? null : await nameOfPerson(tx, by),
    aloneFrom: aloneFrom?.toISOString() ?? null,
  }
  const members = await listMembers(tx, accountId)
  await putForOwners(tx, mail, { members, now }, { accountId, kind: 'rule-change', language, detail })
}

export interface CardsOff {
  accountId: number
  declined: number
  approved: number
  until: Date
  now: Date
}

/** In the transaction that switches the account's cards off. Nobody has asked for it, so that each owner reads it in their own language. */
export async function mailOwnersOfCards(
  tx: Transaction,
  mail: MailOutbox,
  { accountId, declined, approved, until, now }: CardsOff,
): Promise<void> {
  if (mail.refusal !== null || isTestAccount(accountId)) return
  const detail = { account: await nameOfAccount(tx, accountId), declined, approved, until: until.toISOString() }
  for (const owner of await listMembers(tx, accountId)) {
    const language = (await findPreferences(tx, accountId, owner.userId))?.language ?? LANGUAGES[0]
    await putForOwners(tx, mail, { members: [owner], now }, { accountId, kind: 'cards-off', language, detail })
  }
}

type Owed<Kind extends MailKind> = Omit<NewMail<Kind>, 'recipient' | 'expiresAt'>

export async function putForOwners<Kind extends 'team-change' | 'rule-change' | 'cards-off'>(
  tx: Transaction,
  mail: MailOutbox,
  { members, now }: { members: Member[]; now: Date },
  owed: Owed<Kind>,
): Promise<void> {
  const expiresAt = new Date(now.getTime() + USEFUL_FOR_MS)
  const limit = { max: MAX_A_DAY, since: new Date(now.getTime() - DAY_MS) }
  for (const { email: recipient } of members.filter(({ role }) => role === 'OWNER'))
    await mail.put<Kind>(tx, { ...owed, recipient, expiresAt }, limit)
}
