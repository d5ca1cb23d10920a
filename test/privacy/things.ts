// A shop with two customers who share an e-mail address: what each has bought, and what is held about them.
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { type Person, register } from '../access/person.ts'
import { openTestGateway, type Seller, sellerOf, type TestGateway } from '../gateway.ts'

export const ANA = { document: '52998224725', name: 'Ana Souza', email: 'casal@example.com', phone: '11987654321' }
export const RUI = { document: '11144477735', name: 'Rui Souza', email: 'casal@example.com', phone: '11912345678' }
const SHIPPING = { street: 'Rua das Flores', number: '10' }

/** No authority has asked for anything. */
export const ofNobody = async () => ({ requests: [], rowsOf: () => sql`false` })

export interface Shop extends AsyncDisposable {
  gateway: TestGateway
  owner: Person
  seller: Seller
  /** Ana's: one is paid, the other is cancelled. */
  paid: { uuid: string; id: number }
  unpaid: { uuid: string; id: number }
}

export async function openShop(env: Record<string, string> = {}): Promise<Shop> {
  const gateway = await openTestGateway({ env })
  try {
    const owner = await register(gateway)
    const seller = await sellerOf(gateway, owner)
    const of = (customer: object) => ({ customer, shipping: SHIPPING, postbackUrl: 'http://127.0.0.1:9/postback' })
    const [paid, unpaid, other] = [
      await seller.sell(100_00, of(ANA)),
      await seller.sell(20_00, of(ANA)),
      await seller.sell(30_00, of(RUI)),
    ]
    for (const sale of [paid, other]) {
      await gateway.pay(sale.pixKey)
      await seller.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
    }
    await seller.api('POST', `/api/transactions/${unpaid.uuid}/cancel`)
    await seller.reaches(`/api/transactions/${unpaid.uuid}`, 'CANCELADO')
    const cart = { customer: ANA, items: [{ title: 'Camiseta', unitPrice: 5_00, quantity: 1 }] }
    const made = await seller.api('POST', '/api/carts', {
      ...cart,
      recoveryUrl: 'https://loja.example/c',
      externalReference: randomUUID(),
    })
    if (made.status !== 201) throw new Error(`${made.status} ${made.text}`)
    return { gateway, owner, seller, paid, unpaid, [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose]() }
  } catch (error) {
    await gateway[Symbol.asyncDispose]()
    throw error
  }
}

export interface AuditEntry {
  action: string
  subjectId: string
  reason: string | null
  text: string
}

/** Of requests about customers, the oldest first. */
export const entriesOf = ({ db }: Pick<TestGateway, 'db'>) =>
  db.query<AuditEntry>(sql`
    select action, subject_id as "subjectId", reason, detail::text as text from audit
    where action like 'privacy.%' order by id`)

/** What rows still say of a customer, as "status name/document/email/phone/shipping". */
export async function buyersOf({ gateway: { db }, seller }: Shop): Promise<string[]> {
  const rows = await db.query<{ line: string }>(sql`
    select concat(status, ' ', concat_ws('/', customer_name, customer_document, customer_email, customer_phone),
      case when shipping is not null then ' shipped' end) as line
    from sale where account_id = ${seller.accountId} order by id`)
  return rows.map(({ line }) => line)
}
