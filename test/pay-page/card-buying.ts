// What tests of cards at the checkout share: a seller who sells by card in the frame of the sandbox bank, buyers at the pay step, and a card that
// is typed in a real browser.
import type { Page } from 'playwright-core'
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import { contact, linkOf } from '../cart/shopping.ts'
import { cardSeller } from '../charge/cards.ts'
import type { Seller, TestGateway } from '../gateway.ts'
import { type CardName, numberOf, tokenOf } from '../psp/collect/card-scene.ts'
import { ADDRESS, buyerAt, fieldValue } from './buying.ts'

/** A seller whose buyers type their card in the bank's frame. */
export async function frameSeller(gateway: TestGateway): Promise<Seller> {
  const seller = await cardSeller(gateway)
  await takesCardsInFrame(gateway, gateway.bankUrl)
  return seller
}

export const takesCardsInFrame = ({ db }: { db: Queryable }, origin: string) =>
  db.query(sql`
    update psp_account set card_entry = 'frame', card_entry_origin = ${origin}, version = version + 1, seal = default
    where id = 1 and (card_entry <> 'frame' or card_entry_origin is distinct from ${origin})`)

export const PAYER = { documento: '529.982.247-25', celular: '11987654321', ...ADDRESS }

let buyers = 0

/** A buyer at the pay step, of whom only name and e-mail address are known. */
export const atPay = async (gateway: TestGateway, seller: Seller, more: object = {}) =>
  contact(gateway, await linkOf(seller, more), {
    customer: { name: 'Ana Souza', email: `card${++buyers}@example.com` },
  })

/** The same, with all that a card takes. */
export const readyToPay = async (gateway: TestGateway, seller: Seller, more: object = {}) => {
  const link = await linkOf(seller, { askAddress: true, ...more })
  const customer = {
    name: 'Ana Souza',
    email: `card${++buyers}@example.com`,
    phone: '11987654321',
    document: '52998224725',
  }
  const opened = await contact(gateway, link, { customer })
  await buyerAt(gateway).go(`/c/${opened.token}/entrega`, ADDRESS)
  return opened
}

/** What the page sends once it has a token. */
export async function cardForm(
  gateway: TestGateway,
  page: { text: string },
  name: CardName,
  more: Record<string, string> = {},
): Promise<Record<string, string>> {
  return {
    tentativa: fieldValue(page, 'tentativa'),
    total: fieldValue(page, 'total'),
    metodo: 'CREDIT_CARD',
    cartao_token: await tokenOf({ url: gateway.bankUrl }, name),
    cartao_final: numberOf(name).slice(-4),
    cartao_bandeira: 'visa',
    parcelas: '1',
    ...more,
  }
}

/** Chooses the card on the page and types it into the frame. */
export async function typeCard(
  page: Page,
  name: CardName,
  { number = numberOf(name), method = 'Cartão de crédito' }: { number?: string; method?: string } = {},
): Promise<void> {
  await page.getByRole('radio', { name: method }).check()
  const frame = page.frameLocator('iframe.card')
  await frame.getByLabel('Número do cartão').fill(number.replace(/(\d{4})(?=\d)/g, '$1 '))
  await frame.getByLabel('Mês').fill('12')
  await frame.getByLabel('Ano').fill('31')
  await frame.getByLabel('Código de segurança').fill('123')
}

/** By the keyboard: where a page has just been scrolled, the browser may still give a click to the frame that was there. */
export const pay = (page: Page) => page.getByRole('button', { name: /^Pagar R\$/ }).press('Enter')
