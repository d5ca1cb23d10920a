// The mails to every owner of an account about its team: who was invited, who has joined, whose role is another one, who was
// removed. The holder of one stolen owner's session cannot let a person in without the owners getting a mail before that person
// approves anything.
import { nameOfAccount } from '#db/accounts-named.ts'
import type { Transaction } from '#db/postgres.ts'
import type { Role } from '#http/route.ts'
import type { Language } from '#kernel/language.ts'
import { DAY_MS } from '#kernel/time.ts'
import type { MailKind, NewMail } from '#mail/mail.ts'
import type { MailOutbox } from '#mail/outbox.ts'
import { nameOfPerson } from './invitation/store.ts'
import type { Member } from './member.ts'
import { listMembers } from './store.ts'

export interface TeamChange {
  what: 'INVITED' | 'JOINED' | 'ROLE' | 'REMOVED'
  /** Whom it is about; an invited person is known by the address only. */
  email: string
  /** The role that they have now, or had. */
  role: Role
  /** From when on they approve; null: they do not. */
  approvesFrom: Date | null
  /** Who did it. */
  by: string | null
}

/** Beyond it one mailbox hears no more of it within a day: the first ones have said enough. */
const MAX_A_DAY = 50
const WANTED_FOR_MS = 7 * DAY_MS

export interface TeamChangeDeps {
  mail: MailOutbox
  language: Language
}

/** Of a change of the payout rules that protects less and waits. */
export async function mailOwnersOfRule(
  tx: Transaction,
  { mail, language }: TeamChangeDeps,
  { accountId, by, aloneFrom, now }: { accountId: number; by: string | null; aloneFrom: Date | null; now: Date },
): Promise<void> {
  if (mail.refusal !== null) return
  const detail = {
    account: await nameOfAccount(tx, accountId),
    by: by === null ? null : await nameOfPerson(tx, by),
    aloneFrom: aloneFrom?.toISOString() ?? null,
  }
  await putForOwners(
    tx,
    mail,
    { members: await listMembers(tx, accountId), now },
    { accountId, kind: 'rule-change', language, detail },
  )
}

/** In the transaction of the change; `members` are those before or after it who have to hear of it. */
export async function mailOwners(
  tx: Transaction,
  { mail, language }: TeamChangeDeps,
  { accountId, members, now }: { accountId: number; members: Member[]; now: Date },
  change: TeamChange,
): Promise<void> {
  if (mail.refusal !== null) return
  const detail = {
    ...change,
    account: await nameOfAccount(tx, accountId),
    approvesFrom: change.approvesFrom?.toISOString() ?? null,
  }
  await putForOwners(tx, mail, { members, now }, { accountId, kind: 'team-change', language, detail })
}

type Owed<Kind extends MailKind> = Omit<NewMail<Kind>, 'recipient' | 'expiresAt'>

async function putForOwners<Kind extends 'team-change' | 'rule-change'>(
  tx: Transaction,
  mail: MailOutbox,
  { members, now }: { members: Member[]; now: Date },
  owed: Owed<Kind>,
): Promise<void> {
  const expiresAt = new Date(now.getTime() + WANTED_FOR_MS)
  const limit = { max: MAX_A_DAY, since: new Date(now.getTime() - DAY_MS) }
  for (const { email: recipient } of members.filter(({ role }) => role === 'OWNER'))
    await mail.put<Kind>(tx, { ...owed, recipient, expiresAt }, limit)
}
