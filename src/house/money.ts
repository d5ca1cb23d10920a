// Money in and money out: the features, with the work that they owe, and what the PSPs tell us of both.
import { commitAttempts } from '#cashout/attempt.ts'
import type { CashoutKey } from '#cashout/cashout.ts'
import { inquire } from '#cashout/inquire.ts'
import { type CashoutAsk, type Requested, requestCashouts } from '#cashout/request.ts'
import { type Settlement, settleCashouts } from '#cashout/settle.ts'
import { type CashoutWork, startCashoutWork } from '#cashout/work.ts'
import type { Failure } from '#kernel/failure.ts'
import { accountOfPspId } from '#kernel/ids.ts'
import { type Applied, type Inbox, startInbox } from '#psp/inbox.ts'
import type { Hint } from '#psp/port.ts'
import { lookIntoReceived } from '#sale/arrive.ts'
import type { CreateNeeds } from '#sale/create.ts'
import type { SaleSettleNeeds } from '#sale/settle.ts'
import { startSaleWork } from '#sale/work.ts'
import { type Ground, together } from './ground.ts'
import type { News } from './news.ts'

export interface Money {
  request: (ask: CashoutAsk) => Promise<Requested | Failure>
  cashoutWork: CashoutWork
  saleNeeds: CreateNeeds & SaleSettleNeeds
  inbox: Inbox
}

export function openMoney(parts: AsyncDisposableStack, ground: Ground, { outbox }: News): Money {
  const { config, db, psps, clock, random, alarm, log } = ground
  const shared = { db, outbox, psps, clock, random, alarm, log }
  const pspTimeoutMs = config.psp.timeout_ms
  const cashoutNeeds = {
    ...shared,
    pspTimeoutMs,
    lookupWaitsMs: [...config.psp.lookupWaits_ms],
    commitAttempt: together((keys: CashoutKey[]) => commitAttempts({ ...shared, pspTimeoutMs }, keys)),
    settle: together(async (settlements: Settlement[]) => {
      await settleCashouts(shared, settlements)
      return Array<void>(settlements.length).fill(undefined)
    }),
  }
  const rules = { belowMinimum: config.belowMinimum, strictPixKeys: config.strictPixKeys }

  const cashoutWork = startCashoutWork(cashoutNeeds)
  parts.defer(() => cashoutWork.stop())
  const saleWork = startSaleWork(shared)
  parts.defer(() => saleWork.stop())
  const inbox = startInbox({ db, psps, clock, log, alarm, apply })
  parts.defer(() => inbox.stop())

  async function apply(pspAccountId: number, hint: Hint): Promise<Applied> {
    if (hint.about === 'received') return lookIntoReceived(shared, pspAccountId, hint.endToEndId)
    const accountId = accountOfPspId(hint.payoutId)
    if (accountId !== null) await inquire(cashoutNeeds, accountId, hint.payoutId, false)
    return 'done'
  }

  return {
    request: together(asks => requestCashouts({ ...shared, ...rules }, asks)),
    cashoutWork,
    saleNeeds: shared,
    inbox,
  }
}
