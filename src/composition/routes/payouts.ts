// The doors for people to cashouts and to the rules by which these wait.
import type { AccountOperations } from '#account/manage.ts'
import { heldBackRoutes } from '#cashout/approval/operator-routes.ts'
import type { Cashouts } from '#cashout/feature.ts'
import { operatorCashoutRoutes } from '#cashout/operator-routes.ts'
import { panelCashoutRoutes } from '#cashout/panel-routes.ts'
import { PAYOUTS_BLOCKED } from '#cashout/submission/payouts-blocked.ts'
import type { Server } from '#http/server.ts'
import { Failure } from '#kernel/failure.ts'
import type { MailOutbox } from '#mail/outbox.ts'
import { isActive } from '#member/store.ts'
import { mailOwnersOfRule } from '#member/team-change.ts'
import { outgoingRoutes } from '#outgoing/routes.ts'
import { openRuleOperations } from '#payout-rule/manage.ts'
import { payoutRuleRoutes } from '#payout-rule/routes.ts'
import type { Infrastructure } from '../infrastructure.ts'

export interface PayoutRouteDeps {
  infrastructure: Infrastructure
  mail: MailOutbox
  cashouts: Cashouts
  accounts: Pick<AccountOperations, 'find'>
  checkAddress: (field: string, url: string) => void
}

export function payoutRoutes(server: Server, deps: PayoutRouteDeps): void {
  const { infrastructure, mail, cashouts, accounts, checkAddress } = deps
  const { db, clock, psps } = infrastructure
  const accountOf = async (id: number) => {
    const account = await accounts.find(id)
    return account instanceof Failure ? null : account
  }
  const accountExists = async (id: number) => (await accountOf(id)) !== null
  panelCashoutRoutes(server, { db, clock, cashouts, checkAddress, isActive: accountId => isActive(db, accountId) })
  heldBackRoutes(server, { db, clock, cashouts })
  operatorCashoutRoutes(server, { db, clock, cashouts })
  outgoingRoutes(server, { db, clock, stopped: PAYOUTS_BLOCKED, resting: psps.circuitOpen })
  const rules = openRuleOperations({
    ...infrastructure,
    mailOwners: (tx, { language, ...proposed }) => mailOwnersOfRule(tx, { mail, language }, proposed),
    wakeMail: () => mail.wake(),
  })
  payoutRuleRoutes(server, { ...infrastructure, operations: rules, accountExists, checkAddress })
}
