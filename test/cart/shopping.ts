// What tests of carts share: links of a seller, buyers who come to them, and what was told of it. Buyers act through the verbs that
// the pages of the checkout are made of.
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import type { OpenedCart } from '#cart/buyer/contact.ts'
import type { CartView } from '#cart/buyer/state.ts'
import { Failure, orThrow } from '#kernel/failure.ts'
import { centavos } from '#kernel/money.ts'
import type { Sale } from '#sale/sale.ts'
import type { Seller, TestGateway } from '../gateway.ts'
import { until } from '../until.ts'

export const SHIRT = { title: 'Camiseta', unitPrice: 150_00, quantity: 1 }
export const LINK = { title: 'Camiseta azul', items: [SHIRT] }
export const ANA = { name: 'Ana Souza', email: 'ana@example.com', phone: '11987654321' }

export interface Link {
  id: number
  uuid: string
  slug: string
  url: string
}

export async function linkOf(seller: Seller, more: object = {}): Promise<Link> {
  const answer = await seller.api('POST', '/api/payment-links', { ...LINK, ...more })
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
  return answer.body
}

/** A buyer who has submitted the contact step of a link. */
export const contact = async (
  gateway: TestGateway,
  { slug }: { slug: string },
  more: object = {},
): Promise<OpenedCart> => orThrow(await gateway.gateway.carts.submitContact({ slug }, { customer: ANA, ...more }))

export async function charge(
  gateway: TestGateway,
  { token, cart }: OpenedCart,
  { attempt = randomUUID(), total = cart.amount }: { attempt?: string; total?: bigint } = {},
): Promise<CartView | Failure> {
  return gateway.gateway.carts.charge(token, { attempt, method: 'PIX', total: centavos(total) })
}

/** The sale of a code that is open. */
export async function charged(gateway: TestGateway, opened: OpenedCart): Promise<Sale> {
  const view = orThrow(await charge(gateway, opened))
  if (view.screen.kind !== 'PIX') throw new Error(`the screen is ${view.screen.kind}`)
  return view.screen.sale
}

export const screenOf = async (gateway: TestGateway, { token }: { token: string }): Promise<string> =>
  (await gateway.gateway.carts.stateOf(token))?.screen.kind ?? 'none'

export const cartOf = async (seller: Seller, { cart }: OpenedCart) =>
  (await seller.api('GET', `/api/carts/${cart.uuid}`)).body

export const reachesState = (seller: Seller, opened: OpenedCart, state: string) =>
  until(async () => {
    const cart = await cartOf(seller, opened)
    return cart.state === state ? cart : null
  }, `the cart to be ${state}`)

/** Types of the events of carts, of one or of all, in the order in which they were written. */
export async function cartEventTypes(
  { db }: TestGateway,
  { accountId }: Seller,
  cartId: bigint | null = null,
): Promise<string[]> {
  const rows = await db.query<{ type: string }>(sql`
    select type from event
    where account_id = ${accountId} and form = 'CART' and (${cartId}::bigint is null or subject_id = ${cartId}) order by id`)
  return rows.map(({ type }) => type)
}

export const refusalOf = (outcome: unknown): string =>
  outcome instanceof Failure ? `${outcome.code} ${outcome.message}` : 'no refusal'

/** Sales of the account, by status. */
export async function salesOf({ db }: TestGateway, { accountId }: Seller): Promise<string[]> {
  const rows = await db.query<{ status: string }>(sql`
    select status from sale where account_id = ${accountId} order by id`)
  return rows.map(({ status }) => status)
}
