// The people's routes of logins and teams: who is signed in, forgotten passwords, members and invitations.
import type { Auth, Person } from '#access/auth.ts'
import type { HashingQueue } from '#access/passwords/hashing-queue.ts'
import { resetRoutes } from '#access/passwords/reset-routes.ts'
import { meRoutes } from '#access/sessions/me-routes.ts'
import type { SessionOpened } from '#access/sessions/sign-in.ts'
import type { AccountStatus } from '#account/account.ts'
import { openOne } from '#account/open.ts'
import type { Server } from '#http/server.ts'
import type { MailOutbox } from '#mail/outbox.ts'
import { sellerInvitationRoutes } from '#member/admin-routes.ts'
import { guestRoutes } from '#member/invitation/guest-routes.ts'
import { mailPreferenceRoutes } from '#member/mail-preferences/routes.ts'
import { memberRoutes } from '#member/routes.ts'
import type { PayoutRules } from '#payout-rule/feature.ts'
import { isTestHouse } from '#psp/store.ts'
import type { SupportOperations } from '#support/manage.ts'
import { supportViewForm } from '#support/wire.ts'
import { panelUrlOf } from '../addresses.ts'
import type { Infrastructure } from '../infrastructure.ts'

export interface PeopleRouteDeps {
  infrastructure: Infrastructure
  auth: Auth
  mail: MailOutbox
  payoutRules: Pick<PayoutRules, 'refusedFew'>
  origins: () => string[]
  opened: SessionOpened
  hashing: HashingQueue
  /** Of accounts that are opened by those who come. */
  status: AccountStatus
  openAccountFor: (person: Person) => Promise<unknown>
  support: Pick<SupportOperations, 'openIn'>
}

export function peopleRoutes(
  server: Server,
  {
    infrastructure,
    auth,
    mail,
    payoutRules,
    origins,
    opened,
    hashing,
    status,
    openAccountFor,
    support,
  }: PeopleRouteDeps,
): void {
  const { db, clock, random, config } = infrastructure
  meRoutes(server, {
    db,
    openAccountFor,
    isTestHouse: () => isTestHouse(db),
    async supportView(viewer) {
      const view = await support.openIn(viewer)
      return view && supportViewForm(view)
    },
  })
  resetRoutes(server, { auth, hashing, mail })
  const inviting = { db, clock, random, secret: config.authSecret, mail, panelUrl: panelUrlOf(config, origins) }
  memberRoutes(server, { ...inviting, refusedFew: payoutRules.refusedFew })
  mailPreferenceRoutes(server, { db, clock })
  sellerInvitationRoutes(server, inviting)
  guestRoutes(server, {
    db,
    clock,
    auth,
    mail,
    origins,
    opened,
    hashing,
    openAccount: (tx, opening) => openOne(tx, { ...opening, status }),
  })
}
