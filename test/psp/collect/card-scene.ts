// Attempts by card at the acquirer of a sandbox bank, made through an adapter. Tokens come from the bank's tokenizer, as a buyer's browser gets
// them.
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { type Centavos, centavos } from '#kernel/money.ts'
import type { CardRequest, Cards, CollectCharge } from '#psp/collect/port.ts'
import { type BankClient, send } from '../../sandbox/test-bank.ts'
import { value } from '../adapters.ts'
import { boletoRequest, type CollectAdapterName, type CollectScene, openCollectScene } from './scene.ts'

type Funding = CardRequest['funding']

/** The test cards, by the last two digits of 400000000000dddd. */
const CARDS = {
  approved: '10',
  invalid: '51',
  unsafe: '02',
  later: '93',
  challenged: '44',
  reviewed: '85',
  silent: '36',
  contested: '77',
  lost: '28',
  short: '69',
} as const
export type CardName = keyof typeof CARDS

export const numberOf = (name: CardName): string => `40000000000000${CARDS[name]}`

export async function tokenOf(
  { url }: Pick<BankClient, 'url'>,
  name: CardName,
  funding: Funding = 'credit',
): Promise<string> {
  const card = { number: numberOf(name), expirationMonth: '12', expirationYear: '2039', cvv: '123', funding }
  const answer = await send(`${url}/cartao/token`, 'POST', card)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.payment_token
}

export interface CardScene extends CollectScene {
  cards: Cards
  token(name: CardName, funding?: Funding): Promise<string>
  /** An attempt on a charge of its own. */
  paid(name: CardName, more?: Partial<CardRequest>): Promise<CollectCharge>
  /** What the bank's books say of a charge. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails where it is not there.
  inBooks(chargeId: string): Promise<any>
  balance(): Promise<string>
  /** The sandbox's own call, which has to succeed. */
  control(path: string, body?: object): Promise<void>
}

export const cardRequest = (token: string, more: Partial<CardRequest> = {}): CardRequest => ({
  amount: centavos(100_00),
  buyer: boletoRequest().buyer,
  installments: 1,
  token,
  funding: 'credit',
  ...more,
})

export async function openCardScene(t: TestContext, name: CollectAdapterName, timeoutMs?: number): Promise<CardScene> {
  const scene = await openCollectScene(t, name, timeoutMs)
  const { bank, collect } = scene
  assert.ok(collect.cards)
  const { cards } = collect
  const token: CardScene['token'] = (card, funding) => tokenOf(bank, card, funding)
  return {
    ...scene,
    cards,
    token,
    async paid(card, more = {}) {
      const request = cardRequest(await token(card, more.funding), more)
      return value(await cards.pay(await scene.open({ amount: request.amount }), request))
    },
    async inBooks(chargeId) {
      const { data } = (await bank.call('GET', '/sandbox/charges')).body
      return data.find((charge: { chargeId: number }) => String(charge.chargeId) === chargeId)
    },
    balance: async () => (await bank.call('GET', '/health')).body.balance,
    async control(path, body = {}) {
      const answer = await bank.call('POST', path, body)
      assert.ok(answer.status < 300, answer.text)
    },
  }
}

export const wholeOf = (amount: Centavos) => ({ amount, isWhole: true })
