// Members and invited people as the rest of the gateway sees them: the mail that they are owed and written, and what takes two
// operators. Their routes stand in this folder.
import type { Auth, PasswordResets } from '#access/auth.ts'
import type { Database, Transaction } from '#db/postgres.ts'
import type { AuthSecrets } from '#kernel/crypto/auth-secrets.ts'
import type { Clock, RandomBytes } from '#kernel/time.ts'
import type { OpenMailOutbox } from '#mail/outbox.ts'
import type { PayoutRuleDeps } from '#payout-rule/manage.ts'
import type { Commands } from '#proposal/proposal.ts'
import { ACCOUNT_MAIL_KINDS, type AccountMail, NO_ACCOUNT_MAIL, openAccountMail } from './account-mail/account-mail.ts'
import { openWriters } from './letters/writers.ts'
import { MAKE_OPERATOR, makeOperatorCommand } from './operator/promote.ts'
import { REMOVE_OPERATOR, removeOperatorCommand } from './operator/remove.ts'
import { findOperators } from './operator/store.ts'
import { type CardsOff, mailOwnersOfCards, mailOwnersOfRule } from './owners-mail.ts'
import { openPasswordResets } from './password-reset.ts'
import { isActive } from './store.ts'

export interface MembersDeps extends AuthSecrets {
  db: Database
  clock: Clock
  random: RandomBytes
  mail: OpenMailOutbox
  /** Whether members are written what happens in their accounts. */
  sendsMail: boolean
  /** While this holds mails about accounts wait, like all notifications; those about forgotten passwords do not. */
  recovering: () => boolean
}

export interface Members {
  /** Written in the transaction of the events. */
  readonly accountMail: AccountMail
  readonly passwordResets: PasswordResets
  /** What takes two operators: a person becomes an operator, or is one no more. */
  readonly commands: Commands
  /** Where operators are written to, the oldest first. */
  operatorAddresses(): Promise<string[]>
  /** Whether the account may do anything now. */
  isActive(accountId: number): Promise<boolean>
  /** In the transaction of a change of the payout rules that protects less. */
  mailOwnersOfRule: PayoutRuleDeps['mailOwners']
  /** In the transaction that switches an account's cards off. */
  mailOwnersOfCards(tx: Transaction, off: CardsOff): Promise<void>
  /**
   * Mail goes out from now on, as soon as the address of the panel is known, which the mails name. To be ended before `auth` is
   * closed, which the writers ask.
   */
  startMail(sending: { auth: Pick<Auth, 'letReset'>; panelUrl: () => string }): AsyncDisposable
}

export function openMembers(deps: MembersDeps): Members {
  const { db, clock, random, secret, otherSecret, mail, recovering } = deps
  return {
    accountMail: deps.sendsMail ? openAccountMail() : NO_ACCOUNT_MAIL,
    passwordResets: openPasswordResets({ db, clock, mail }),
    commands: { [MAKE_OPERATOR]: makeOperatorCommand, [REMOVE_OPERATOR]: removeOperatorCommand(mail) },
    operatorAddresses: async () => (await findOperators(db)).map(({ email }) => email),
    isActive: accountId => isActive(db, accountId),
    mailOwnersOfRule: (tx: Transaction, { language, ...proposed }) =>
      mailOwnersOfRule(tx, { mail, language }, proposed),
    mailOwnersOfCards: (tx, off) => mailOwnersOfCards(tx, mail, off),
    startMail({ auth, panelUrl }) {
      const writers = openWriters({ db, clock, random, secret, otherSecret, auth, panelUrl })
      const held = () => (recovering() ? ACCOUNT_MAIL_KINDS : [])
      const sending = mail.begin(writers, () => panelUrl() !== '', held)
      return { [Symbol.asyncDispose]: () => sending.stop() }
    },
  }
}
