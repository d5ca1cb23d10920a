// Who signs in, and what people are written: sessions by better-auth, and the mail that is owed to people, which begins to go out
// when the gateway knows the address of its panel.
import { type Auth, openAuth } from '#access/auth.ts'
import type { PersonMail } from '#access/person-mail.ts'
import { openSignUps } from '#access/sign-up/sign-up.ts'
import { DAY_MS } from '#kernel/time.ts'
import { SUSPENSE_ACCOUNT_ID } from '#ledger/suspense-account.ts'
import { later, type NewMail } from '#mail/mail.ts'
import type { MailOutbox, OpenMailOutbox } from '#mail/outbox.ts'
import { ACCOUNT_MAIL_KINDS } from '#member/account-mail/account-mail.ts'
import { openWriters } from '#member/letters/writers.ts'
import { openPasswordResets } from '#member/password-reset.ts'
import { panelUrlOf } from './addresses.ts'
import type { Infrastructure } from './infrastructure.ts'

export interface People {
  auth: Auth
  letters: PersonMail
}

export async function openPeople(
  resources: AsyncDisposableStack,
  infrastructure: Infrastructure,
  mail: OpenMailOutbox,
  origins: () => string[],
): Promise<People> {
  const { config, connection, db, clock, random, log, recovery } = infrastructure
  const { authSecret: secret, publicUrl, production } = config
  const letters = personMail(infrastructure, mail)
  const auth = await openAuth({
    connection,
    db,
    secret,
    publicUrl,
    production,
    origins,
    log,
    resets: openPasswordResets({ db, clock, mail }),
    signUps: openSignUps({ db, clock, random, secret, mail: letters }),
  })
  resources.defer(() => auth.close())
  const panelUrl = panelUrlOf(config, origins)
  const writers = openWriters({ db, clock, random, secret, auth, panelUrl })
  // Mails about accounts wait in recovery like all notifications; those about forgotten passwords do not.
  const held = () => (recovery.active() ? ACCOUNT_MAIL_KINDS : [])
  const sending = mail.begin(writers, () => panelUrl() !== '', held)
  resources.defer(() => sending.stop())
  return { auth, letters }
}

/** About what was done with a person's login, so that the person learns what somebody else has done. */
const personMail = ({ clock }: Infrastructure, mail: MailOutbox): PersonMail => ({
  refusal: mail.refusal,
  printsOnly: mail.printsOnly,
  async write(db, { limit, expiresAt = later(clock, DAY_MS), ...letter }) {
    if (mail.refusal !== null) return
    await mail.put(db, { ...letter, accountId: SUSPENSE_ACCOUNT_ID, expiresAt } as NewMail, limit)
  },
  send: () => mail.wake(),
})
