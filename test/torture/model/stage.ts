// The gateway that is compared with the reference: the real one, over HTTP, with the real sandbox bank, whose time stands still until a
// play moves it. Each play has a seller of its own, and another one who must never see anything.

import { openBank } from '../../../sandbox/bank.ts'
import { join, type Person, registerOperator } from '../../access/person.ts'
import { freshDatabase, openTestGateway, type Seller, type TestGateway } from '../../gateway.ts'
import { call } from '../../http.ts'
import { openWire, type Wire } from '../../psp/faulty-wire.ts'
import { openWatcher, type Watcher } from '../watcher.ts'
import type { Anomaly, Made, Receipt, Sale, Terms } from './things.ts'

export interface Theatre extends AsyncDisposable {
  gateway: TestGateway
  bankUrl: string
  wire: Wire
  operator: Person
  /** What takes two takes this one as well. */
  second: Person
  stranger: Seller
  watcher: Watcher
  /** Half an hour goes by, for the bank and for the gateway. */
  pass(): Promise<void>
}

/** What one play knows of the real objects behind those of the reference. */
export interface Stage extends Theatre {
  seller: Seller
  uuids: Map<Made, string>
  /** The whole codes, by sale. */
  codes: Map<Sale, string>
  endToEndIds: Map<Receipt, string>
  anomalies: Map<Anomaly, string>
  /** What was answered under each key. */
  answers: Map<string, string>
}

const PASS_MS = 31 * 60_000

export async function openTheatre(): Promise<Theatre> {
  const resources = new AsyncDisposableStack()
  const { connection, drop } = await freshDatabase()
  resources.defer(drop)
  const still = new Date()
  const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0, clock: () => still })
  resources.defer(() => bank.close())
  const wire = resources.use(await openWire(bank.url))
  const gateway = resources.use(await openTestGateway({ on: { connection, bank: { ...bank, url: wire.url } } }))
  let aheadMs = 0
  const [operator, second] = [await registerOperator(gateway), await registerOperator(gateway)]
  const stranger = await gateway.seller({ funds: 1_000_00 })
  const watcher = resources.use(await openWatcher(connection))
  return {
    gateway,
    bankUrl: bank.url,
    wire,
    operator,
    second,
    stranger,
    watcher,
    async pass() {
      aheadMs += PASS_MS
      gateway.advance(PASS_MS)
      const now = new Date(Date.now() + aheadMs).toISOString()
      const { status } = await call(bank.url, 'POST', '/sandbox/clock', { body: { now } })
      if (status !== 200) throw new Error("the bank's clock cannot be moved")
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

export async function openStage(theatre: Theatre, terms: Terms): Promise<Stage> {
  const seller = await theatre.gateway.seller()
  // One of the account's people as well.
  await join(theatre.gateway, theatre.operator, seller.accountId, 'FINANCE')
  const stage: Stage = {
    ...theatre,
    seller,
    uuids: new Map(),
    codes: new Map(),
    endToEndIds: new Map(),
    anomalies: new Map(),
    answers: new Map(),
  }
  await setTerms(stage, terms)
  return stage
}

/** Through the operator's routes. */
export async function setTerms({ operator, seller }: Stage, terms: Terms): Promise<void> {
  const { status, text } = await operator.call('PATCH', `/api/admin/accounts/${seller.accountId}`, {
    fees: { pix: terms.pix, cashout: terms.cashout },
    limits: { cashoutMinimumCents: terms.min, cashoutMaximumCents: terms.max },
    reserve: { basisPoints: terms.reserveBasisPoints },
    acceptsLatePayment: terms.acceptsLate,
    unexpectedReceipts: terms.unexpected,
    returnsFeeOnRefund: terms.returnsFee,
    apiCashoutEnabled: terms.apiCashouts,
    transferAllowed: terms.transfers,
    duplicateCashoutWindowSeconds: terms.windowSeconds,
  })
  if (status !== 200) throw new Error(`the terms were refused: ${status} ${text}`)
  const rules = { approval: { approvalAboveCents: terms.approvalAbove }, reason: 'as a play' }
  const ruled = await operator.call('PATCH', `/api/admin/accounts/${seller.accountId}/payout-rules`, rules)
  if (ruled.status !== 200) throw new Error(`the rules were refused: ${ruled.status} ${ruled.text}`)
}
