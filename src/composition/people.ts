// Who signs in, and what people are written: sessions by better-auth, and the mail that is owed to people, which begins to go out
// when the gateway knows the address of its panel.
import { type Auth, openAuth } from '#access/auth.ts'
import type { PersonMail } from '#access/person-mail.ts'
import { openSignUps } from '#access/sign-up/sign-up.ts'
import { DAY_MS } from '#kernel/time.ts'
import { SUSPENSE_ACCOUNT_ID } from '#ledger/suspense-account.ts'
import { later, type NewMail } from '#mail/mail.ts'
import type { MailOutbox } from '#mail/outbox.ts'
import { panelUrlOf } from './addresses.ts'
import type { Features } from './features.ts'
import type { Infrastructure } from './infrastructure.ts'

export interface People {
  auth: Auth
  letters: PersonMail
}

export async function openPeople(
  resources: AsyncDisposableStack,
  infrastructure: Infrastructure,
  { mail, members }: Pick<Features, 'mail' | 'members'>,
  origins: () => string[],
): Promise<People> {
  const { config, connection, db, clock, random, log } = infrastructure
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
    resets: members.passwordResets,
    signUps: openSignUps({ db, clock, random, secret, mail: letters }),
  })
  resources.defer(() => auth.close())
  resources.use(members.startMail({ auth, panelUrl: panelUrlOf(config, origins) }))
  return { auth, letters }
}

/** About a change of a person's login, so that the person learns what another one has done. */
const personMail = ({ clock }: Infrastructure, mail: MailOutbox): PersonMail => ({
  refusal: mail.refusal,
  printsOnly: mail.printsOnly,
  async write(db, { limit, expiresAt = later(clock, DAY_MS), ...letter }) {
    if (mail.refusal !== null) return
    await mail.put(db, { ...letter, accountId: SUSPENSE_ACCOUNT_ID, expiresAt } as NewMail, limit)
  },
  send: () => mail.wake(),
})
