// A shop with a hundred thousand sales, for what has to stay quick at that size: its lines, its payments and its notifications, all written
// by SQL, and one person who owns it and is an operator too.
import sql from 'sql-template-tag'
import { DAY_MS } from '#kernel/time.ts'
import { type Person, registerOperator } from '../../access/person.ts'
import type { TestGateway } from '../../gateway.ts'
import { insertClosed } from '../../notification/log-rows.ts'
import { writeManyLines, writeManySales } from '../../statement/many.ts'

export interface LargeShop {
  person: Person
  webhookId: number
  /** One of the first sales, deep in every list. Its payment's end-to-end id, and what else it is found by. */
  old: { id: number; uuid: string; endToEndId: string; reference: string; txid: string; email: string; name: string }
  /** A buyer of few sales, and one of many. */
  documents: { few: string; many: string }
}

const SALES = 100_000
const DAYS = 89
const FEW = '52998224725'
const MANY = '11144477735'
const OLD = 77

/** The sales of three months, evenly spread to this moment. */
export async function openLargeShop(gateway: TestGateway, sales = SALES): Promise<LargeShop> {
  const person = await registerOperator(gateway)
  const { accountId } = person
  const from = new Date(Date.now() - DAYS * DAY_MS)
  const everyMs = Math.floor((DAYS * DAY_MS) / sales)
  await writeManySales(gateway.db, { accountId, sales, from, everyMs })
  await gateway.db.query(sql`update sale set seal = default, customer_document =
      case when id % 50 = 0 then ${FEW} when id % 3 = 0 then ${MANY} else customer_document end
    where account_id = ${accountId} and (id % 3 = 0 or id % ${Math.ceil(sales / 40)}::int = 0)`)
  await writePayments(gateway, accountId)
  await writeManyLines(gateway.db, { accountId, sales: sales / 2, from, everyMs: everyMs * 2 })
  const webhookId = await webhookWith(gateway, person, sales)
  await gateway.db.query(sql`analyze`)
  return { person, webhookId, old: await oldSale(gateway, accountId), documents: { few: FEW, many: MANY } }
}

async function writePayments({ db }: TestGateway, accountId: number): Promise<void> {
  await db.query(sql`
    insert into receipt (account_id, psp_account_id, end_to_end_id, txid, amount_centavos, payer_name, payer_document,
      paid_at, status, sale_id, created_at)
    select account_id, psp_account_id, 'E' || lpad(id::text, 31, '0'), txid, amount_centavos, customer_name,
      customer_document, completed_at, 'ACCEPTED', id, completed_at
    from sale where account_id = ${accountId} and completed_at is not null order by id`)
}

/** Sent for every sale; one of a hundred in vain. */
async function webhookWith(gateway: TestGateway, person: Person, sales: number): Promise<number> {
  const request = { webhookUrl: 'http://127.0.0.1:9/told', events: ['sale.paid'], notificationType: 'TRANSACTION' }
  const { status, body, text } = await person.call('POST', '/api/webhook', request)
  if (status !== 201) throw new Error(`the webhook was refused: ${status} ${text}`)
  const { accountId } = person
  const webhookId = Number(body.id)
  const failed = sales / 100
  await insertClosed(gateway.db, { accountId, webhookId, count: failed, outcome: 'FAILED', agoMs: 2 * DAY_MS })
  await insertClosed(gateway.db, { accountId, webhookId, count: sales - failed, agoMs: DAY_MS })
  return webhookId
}

async function oldSale({ db }: TestGateway, accountId: number): Promise<LargeShop['old']> {
  const [row] = await db.query<Omit<LargeShop['old'], 'id'> & { id: bigint }>(sql`
    select sale.id, sale.uuid, end_to_end_id as "endToEndId", external_reference as reference, sale.txid,
      customer_email as email, customer_name as name
    from sale join receipt on receipt.account_id = sale.account_id and receipt.sale_id = sale.id
    where sale.account_id = ${accountId} and customer_name = ${`Cliente ${OLD}`}`)
  if (row === undefined) throw new Error('the old sale is not there')
  return { ...row, id: Number(row.id) }
}
