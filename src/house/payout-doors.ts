// The doors for people to cashouts and to the rules by which these wait.
import type { AccountDesk } from '#account/desk.ts'
import { operatorCashoutRoutes } from '#cashout/operator-routes.ts'
import { panelCashoutRoutes } from '#cashout/panel-routes.ts'
import { parkedRoutes } from '#cashout/parked-routes.ts'
import type { CashoutRouteNeeds } from '#cashout/routes.ts'
import { STOPPED } from '#cashout/stopped.ts'
import type { Server } from '#http/server.ts'
import { Failure } from '#kernel/failure.ts'
import type { MailOutbox } from '#mail/outbox.ts'
import { isActive } from '#member/store.ts'
import { tellOwnersOfRule } from '#member/team-change.ts'
import { outgoingRoutes } from '#outgoing/routes.ts'
import { openRuleDesk } from '#payout-rule/desk.ts'
import { payoutRuleRoutes } from '#payout-rule/routes.ts'
import type { Ground } from './ground.ts'
import type { Money } from './money.ts'

export interface PayoutDoorNeeds {
  ground: Ground
  mail: MailOutbox
  money: Money
  accounts: Pick<AccountDesk, 'find'>
  find: CashoutRouteNeeds['find']
  checkAddress: (field: string, url: string) => void
}

export function payoutDoors(server: Server, needs: PayoutDoorNeeds): void {
  const { ground, mail, money, accounts, find, checkAddress } = needs
  const { db, clock, psps } = ground
  const { cancel, vote, begin: answered } = money.payouts
  const accountOf = async (id: number) => {
    const account = await accounts.find(id)
    return account instanceof Failure ? null : account
  }
  const accountExists = async (id: number) => (await accountOf(id)) !== null
  panelCashoutRoutes(server, {
    db,
    clock,
    find,
    request: money.panelRequest,
    answered,
    cancel,
    vote,
    checkAddress,
    isActive: accountId => isActive(db, accountId),
  })
  parkedRoutes(server, { db, clock, vote })
  operatorCashoutRoutes(server, { db, clock, retry: money.retryCashout })
  outgoingRoutes(server, { db, clock, stopped: STOPPED, resting: psps.resting })
  const rules = openRuleDesk({
    ...ground,
    tellOwners: (tx, { language, ...proposed }) => tellOwnersOfRule(tx, { mail, language }, proposed),
    wakeMail: () => mail.wake(),
  })
  payoutRuleRoutes(server, { ...ground, desk: rules, accountExists, checkAddress })
}
