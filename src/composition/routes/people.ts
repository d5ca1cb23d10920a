// The people's routes of teams: who is signed in, members and invitations.
import type { Access } from '#access/feature.ts'
import { meRoutes } from '#access/sessions/me-routes.ts'
import type { Accounts } from '#account/feature.ts'
import { authSecretsOf } from '#config/secrets.ts'
import type { Server } from '#http/server.ts'
import type { OpenMailOutbox } from '#mail/outbox.ts'
import { sellerInvitationRoutes } from '#member/admin-routes.ts'
import { guestRoutes } from '#member/invitation/guest-routes.ts'
import { mailPreferenceRoutes } from '#member/mail-preferences/routes.ts'
import { memberRoutes } from '#member/routes.ts'
import type { PayoutRules } from '#payout-rule/feature.ts'
import { isTestGateway } from '#psp/store.ts'
import type { SupportViews } from '#support/feature.ts'
import { panelUrlOf } from '../addresses.ts'
import type { Infrastructure } from '../infrastructure.ts'

export interface PeopleRouteDeps {
  infrastructure: Infrastructure
  access: Access
  mail: OpenMailOutbox
  payoutRules: Pick<PayoutRules, 'refusedFew'>
  origins: () => string[]
  accounts: Pick<Accounts, 'openFor' | 'openAnother'>
  support: Pick<SupportViews, 'openIn' | 'form'>
}

export function peopleRoutes(
  server: Server,
  { infrastructure, access, mail, payoutRules, origins, accounts, support }: PeopleRouteDeps,
): void {
  const { db, clock, random, config } = infrastructure
  const { auth, opened, hashing } = access
  meRoutes(server, {
    db,
    openAccountFor: accounts.openFor,
    isTestGateway: () => isTestGateway(db),
    hasTestMode: async () => (await infrastructure.psps.testBank.atWork()) !== null,
    async supportView(viewer) {
      const view = await support.openIn(viewer)
      if (view === null) return null
      const { openedBy: _by, status: _status, endedAt: _at, endedBy: _ender, ...shown } = support.form(view)
      return shown
    },
  })
  const inviting = { db, clock, random, ...authSecretsOf(config), mail, panelUrl: panelUrlOf(config, origins) }
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
    openAccount: accounts.openAnother,
  })
}
