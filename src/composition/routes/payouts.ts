// The people's routes of cashouts and of payout rules.
import type { Accounts } from '#account/feature.ts'
import { heldBackRoutes } from '#cashout/approval/operator-routes.ts'
import type { Cashouts } from '#cashout/feature.ts'
import { operatorCashoutRoutes } from '#cashout/operator/routes.ts'
import { panelCashoutRoutes } from '#cashout/panel-routes.ts'
import type { Server } from '#http/server.ts'
import { Failure } from '#kernel/failure.ts'
import { openOutgoing } from '#outgoing/feature.ts'
import { outgoingRoutes } from '#outgoing/routes.ts'
import type { PayoutRules } from '#payout-rule/feature.ts'
import { payoutRuleRoutes } from '#payout-rule/routes.ts'
import type { Infrastructure } from '../infrastructure.ts'

export interface PayoutRouteDeps {
  infrastructure: Infrastructure
  cashouts: Cashouts
  payoutRules: PayoutRules
  isActive: (accountId: number) => Promise<boolean>
  accounts: Pick<Accounts, 'find'>
  checkAddress: (field: string, url: string) => void
}

export function payoutRoutes(server: Server, deps: PayoutRouteDeps): void {
  const { infrastructure, cashouts, payoutRules, isActive, accounts, checkAddress } = deps
  const { db, clock, psps } = infrastructure
  const accountOf = async (id: number) => {
    const account = await accounts.find(id)
    return account instanceof Failure ? null : account
  }
  const accountExists = async (id: number) => (await accountOf(id)) !== null
  const outgoing = openOutgoing({ db, psps, payoutsBlocked: cashouts.payoutsBlocked })
  panelCashoutRoutes(server, { db, clock, cashouts, checkAddress, isActive, findUnderWay: outgoing.findCashout })
  heldBackRoutes(server, { db, clock, cashouts })
  operatorCashoutRoutes(server, { db, clock, cashouts })
  outgoingRoutes(server, { db, clock, outgoing })
  payoutRuleRoutes(server, { ...infrastructure, operations: payoutRules, accountExists, checkAddress })
}
