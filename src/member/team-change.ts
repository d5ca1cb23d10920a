// The mails to every owner of an account about its team: who was invited, who has joined, whose role is another one, who was
// removed. The holder of one stolen owner's session cannot let a person in without the owners getting a mail before that person
// approves anything.
import { nameOfAccount } from '#db/account/accounts-named.ts'
import type { Transaction } from '#db/postgres.ts'
import type { Role } from '#http/route.ts'
import type { Language } from '#kernel/language.ts'
import type { MembersDeps } from './feature.ts'
import type { Member } from './member.ts'
import { putForOwners } from './owners-mail.ts'

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

/** In the transaction of the change; `members` are those before or after it who have to hear of it. */
export async function mailOwners(
  tx: Transaction,
  { mail, language }: Pick<MembersDeps, 'mail'> & { language: Language },
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
