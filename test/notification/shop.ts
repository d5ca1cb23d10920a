// A seller with both faces: a person in the panel, who owns the account and its webhooks, and a server with a key pair.
import { type Person, register } from '../access/person.ts'
import { type Seller, sellerWith, type TestGateway } from '../gateway.ts'
import type { Receiver } from '../receiver.ts'
import { create } from './new-webhook.ts'

export interface Shop {
  person: Person
  seller: Seller
  /** A signed webhook at the receiver, for these events. */
  signed(receiver: Pick<Receiver, 'url'>, events: string[], more?: object): Promise<{ id: number; secret: string }>
  /** A webhook of the withdrawals type. */
  unsigned(receiver: Pick<Receiver, 'url'>): Promise<{ id: number }>
}

export async function openShop(gateway: TestGateway, { funds = 0 } = {}): Promise<Shop> {
  const person = await register(gateway)
  const { body: keys } = await person.call('POST', '/api/credentials', { name: 'shop' })
  const seller = sellerWith(gateway, person.accountId, keys.publicKey, keys.privateKey)
  if (funds > 0) {
    const sale = await seller.sell(funds)
    await gateway.pay(sale.pixKey)
    await seller.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
  }
  return {
    person,
    seller,
    signed: (receiver, events, more = {}) => create(person, { webhookUrl: receiver.url, events, ...more }),
    unsigned: receiver => create(person, { webhookUrl: receiver.url, notificationType: 'WITHDRAWAL' }),
  }
}
