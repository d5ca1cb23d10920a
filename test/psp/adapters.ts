// Every adapter against a bank of its own, in each dialect that it has to understand, for the contract that they all have to keep. The adapter is called as the gateway
// calls it; only the buyer and the passing of time reach the bank by other ways.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { TestContext } from 'node:test'
import { inspect } from 'node:util'
import { mintPspId } from '#kernel/ids.ts'
import { centavos } from '#kernel/money.ts'
import { openBcb } from '#psp/adapters/bcb.ts'
import { openEfi } from '#psp/adapters/efi.ts'
import { PSP_KINDS } from '#psp/kinds.ts'
import type { Charge, Outcome, PayOut, Payout, Psp } from '#psp/port.ts'
import { CUSTOMER } from '../../sandbox/customer.ts'
import { call } from '../http.ts'
import { type BankClient, KEY, openReceiver, openTestBank, type Receiver } from '../sandbox/test-bank.ts'
import { until } from '../until.ts'
import { openHttp } from './fake-psp.ts'

/** So few, that lists have pages. */
const ITEMS_PER_PAGE = 2

const ADAPTERS = {
  bcb: { ...PSP_KINDS.bcb, adapter: openBcb, dialect: 'bcb' },
  efi: { ...PSP_KINDS.efi, adapter: openEfi, dialect: 'efi' },
  "efi in the Central Bank's words": { ...PSP_KINDS.efi, adapter: openEfi, dialect: 'bcb' },
} as const

export type AdapterName = keyof typeof ADAPTERS
export const ADAPTER_NAMES = Object.keys(ADAPTERS) as AdapterName[]

export interface Scene {
  psp: Psp
  bank: BankClient
  /** Where the bank calls back, once it has been registered. */
  receiver: Receiver
  charge(amount?: bigint): Promise<Charge>
  /** The buyer pays, and the end-to-end id of that. */
  pay(charge: Charge): Promise<string>
  /** A charge that has been paid: the end-to-end id. */
  paid(amount?: bigint): Promise<string>
}

export const id = () => mintPspId(7, randomBytes)

export async function openScene(t: TestContext, name: AdapterName, timeoutMs = 30_000): Promise<Scene> {
  const { adapter, tokenRequest, dialect } = ADAPTERS[name]
  const bank = await openTestBank(t, { dialect })
  const receiver = await openReceiver(t)
  const http = openHttp(t, bank.url, { tokenRequest, timeoutMs })
  const receivingAccount = {
    branch: CUSTOMER.account.agencia,
    account: CUSTOMER.account.conta,
    type: 'CORRENTE' as const,
  }
  const psp = adapter({ http, pixKey: KEY, itemsPerPage: ITEMS_PER_PAGE, receivingAccount })
  const scene: Scene = {
    psp,
    bank,
    receiver,
    charge: async (amount = 100_00n) =>
      value(await psp.payIn.createCharge({ txid: id(), amount: centavos(amount), expiresInSeconds: 3_600 })),
    async pay({ brCode }) {
      const answer = await call(bank.url, 'POST', '/sandbox/pay', { body: { pixCopiaECola: brCode } })
      assert.equal(answer.status, 201, answer.text)
      return answer.body.endToEndId
    },
    paid: async amount => scene.pay(await scene.charge(amount)),
  }
  return scene
}

/** What a call that is done has brought. */
export function value<T>(outcome: Outcome<T>): T {
  assert.equal(outcome.kind, 'done', inspect(outcome))
  return (outcome as Outcome<T> & { kind: 'done' }).value
}

/** The value that a lookup finds, once it passes. */
export const eventually = <T>(
  what: string,
  look: () => Promise<Outcome<T | null>>,
  pass: (found: T) => boolean,
): Promise<T> =>
  until(async () => {
    const found = value(await look())
    return found !== null && pass(found) ? found : null
  }, what)

/** The part of an adapter that pays, with its callback address registered at the bank: it pays nothing before that. */
export async function payingOut({ psp, receiver }: Scene): Promise<PayOut> {
  value(await psp.registerCallbacks(receiver.url))
  assert.ok(psp.payOut)
  return psp.payOut
}

export const payoutTo = (pixKey: string, amount = 99_00n) => ({
  payoutId: id(),
  amount: centavos(amount),
  pixKey,
  pixKeyType: 'EMAIL' as const,
})

export const inState = (payOut: PayOut, payoutId: string, state: Payout['state']): Promise<Payout> =>
  eventually(
    `the payout to be ${state}`,
    () => payOut.find(payoutId),
    found => found.state === state,
  )
