// How people sign in, and what they do about it: the doors of better-auth that are in use, second factors, sessions.
import type { Auth } from '#access/auth.ts'
import { authRoutes } from '#access/auth-routes.ts'
import { lostFactorRoutes } from '#access/lost-factor-routes.ts'
import type { PasswordLetter } from '#access/person-door.ts'
import { makePersonLog } from '#access/person-log.ts'
import { personRoutes } from '#access/person-routes.ts'
import { makeSessionOpened } from '#access/sign-in.ts'
import { record } from '#audit/audit.ts'
import type { Server } from '#http/server.ts'
import { DAY_MS } from '#kernel/time.ts'
import { HOUSE_ACCOUNT_ID } from '#ledger/house-account.ts'
import { later } from '#mail/mail.ts'
import type { MailOutbox } from '#mail/outbox.ts'
import type { Ground } from './ground.ts'

export interface PersonDoorNeeds {
  ground: Ground
  auth: Auth
  mail: MailOutbox
}

export function personDoors(server: Server, { ground, auth, mail }: PersonDoorNeeds): void {
  const { config, db, clock } = ground
  const { signUp, publicUrl } = config
  const ways = { db, clock, auth, tell: makePersonLog(record) }
  const opened = makeSessionOpened(ways)
  lostFactorRoutes(server, ways)
  authRoutes(server, { auth, signUp, opened })
  personRoutes(server, { ...ways, opened, publicUrl, letter: passwordLetter(ground, mail) })
}

/** Whoever has changed it knows; whoever has not learns it from this. A house that sends no mail tells nobody. */
const passwordLetter = ({ clock }: Ground, mail: MailOutbox): PasswordLetter => ({
  async write(tx, { email: recipient, name }, language) {
    if (mail.refusal !== null) return
    const owed = {
      accountId: HOUSE_ACCOUNT_ID,
      kind: 'password-changed' as const,
      recipient,
      language,
      detail: { name },
    }
    await mail.put(tx, { ...owed, expiresAt: later(clock, DAY_MS) })
  },
  send: () => mail.wake(),
})
