// Mails to a person about how they sign in, so that the person learns what another one has done. A gateway that sends no mail writes
// nothing.
import type { Queryable } from '#db/postgres.ts'
import { SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import type { Failure } from '#kernel/failure.ts'
import type { Language } from '#kernel/language.ts'
import { type Clock, DAY_MS } from '#kernel/time.ts'
import { type Details, later, type NewMail } from '#mail/mail.ts'
import type { MailOutbox } from '#mail/outbox.ts'
import type { MailLimit } from '#mail/store.ts'

export type PersonMailKind =
  | 'password-changed'
  | 'address-confirmation'
  | 'factor-added'
  | 'factor-confirmation'
  | 'session-opened'

export interface PersonLetter<Kind extends PersonMailKind = PersonMailKind> {
  kind: Kind
  recipient: string
  language: Language
  detail: Details[Kind]
  /** Beyond it nothing is written. */
  limit?: MailLimit
  /** Absent: a day. */
  expiresAt?: Date
}

export interface PersonMail {
  /** Why no mail can be sent; null where it can. */
  refusal: Failure | null
  /** Letters are shown on the console and reach no mailbox. */
  printsOnly: boolean
  /** In the transaction of the action. */
  write<Kind extends PersonMailKind>(db: Queryable, letter: PersonLetter<Kind>): Promise<void>
  /** After the commit. */
  send(): void
}

export const openPersonMail = ({ clock, mail }: { clock: Clock; mail: MailOutbox }): PersonMail => ({
  refusal: mail.refusal,
  printsOnly: mail.printsOnly,
  async write(db, { limit, expiresAt = later(clock, DAY_MS), ...letter }) {
    if (mail.refusal !== null) return
    await mail.put(db, { ...letter, accountId: SUSPENSE_ACCOUNT_ID, expiresAt } as NewMail, limit)
  },
  send: () => mail.wake(),
})
