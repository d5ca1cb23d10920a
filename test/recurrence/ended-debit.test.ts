// Money for a debit of which our books and the PSP say that it has ended: it is booked, belongs to no sale, and no rule disposes of it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sql from 'sql-template-tag'
import { type Database, openDatabase } from '#db/postgres.ts'
import { debitTxidOf, mintUuid } from '#kernel/ids.ts'
import { centavos } from '#kernel/money.ts'
import { systemRandom } from '#kernel/time.ts'
import type { DebitsOfSales } from '#sale/cycle/debits-of-sales.ts'
import { bookIncomingPayments } from '#sale/incoming-payment/book.ts'
import type { Seller, TestGateway } from '../gateway.ts'
import { openTestGateway } from '../gateway.ts'
import { saleDepsOf } from '../sale/deps.ts'

let gateway: TestGateway
let seller: Seller
let db: Database
before(async () => {
  gateway = await openTestGateway()
  seller = await gateway.seller()
  db = openDatabase(gateway.connection, 2)
})
after(async () => {
  await db?.close()
  await gateway?.[Symbol.asyncDispose]()
})

/** The PSP account's rule would return it at once. */
const returnsAll = () =>
  gateway.db.query(
    sql`update account set unexpected_receipts = 'RETURN', seal = default where id = ${seller.accountId}`,
  )

const order = (txid: string) => ({
  accountId: seller.accountId,
  pspAccountId: 1,
  txid,
  amount: centavos(4990),
  fee: centavos(50),
  reserve: centavos(0),
  reserveDays: 0,
  customer: { name: 'Ana', document: '52998224725', email: '', phone: '' },
  items: [{ title: 'Plano', unitPrice: centavos(4990), quantity: 1, tangible: false }],
  externalReference: null,
  postbackUrl: null,
  idRec: 'RR9999000120270110AbCdEfGhIjK',
  contrato: 'C-1',
  expiresAt: new Date(),
})

/** One debit, which has ended here; `says`: what the PSP answers. */
const debitsWhere = (txid: string, says: () => boolean): DebitsOfSales => ({
  lock: async (_tx, keys) =>
    keys.filter(key => key.txid === txid).map(key => ({ key, order: order(txid), hasEnded: true })),
  conclude: async () => {},
  isConcluded: async () => says(),
  concluded() {},
})

const incoming = (txid: string, isConcluded?: boolean) => ({
  accountId: seller.accountId,
  pspAccountId: 1,
  received: {
    endToEndId: `E99990002${txid.slice(-20)}`,
    txid,
    amount: centavos(4990),
    paidAt: new Date(),
    payer: { name: 'Ana', document: '52998224725' },
    refunds: [],
  },
  ...(isConcluded !== undefined && { isConcluded }),
})

const booked = (txid: string) =>
  gateway.db.query<{ status: string; reason: string | null; sale: string | null }>(sql`
    select receipt.status, receipt.reason, sale.status as sale from receipt
    left join sale on sale.account_id = receipt.account_id and sale.id = receipt.sale_id
    where receipt.txid = ${txid} order by receipt.id`)

test('the PSP says that it has ended too: DEBIT_ENDED, and a person decides; a later word that it is paid pays the sale', async () => {
  await returnsAll()
  const txid = debitTxidOf(seller.accountId, mintUuid(systemRandom), 1, 0)
  let asked = 0
  const debits = debitsWhere(txid, () => {
    asked++
    return false
  })
  assert.deepEqual(await bookIncomingPayments(saleDepsOf({ db, debits }), [incoming(txid)]), [true])
  assert.deepEqual(await booked(txid), [{ status: 'UNACCEPTED', reason: 'DEBIT_ENDED', sale: null }])
  await bookIncomingPayments(saleDepsOf({ db, debits }), [incoming(txid)])
  assert.equal(asked, 1)
  await bookIncomingPayments(saleDepsOf({ db, debits }), [incoming(txid, true)])
  assert.deepEqual(await booked(txid), [
    { status: 'MOVED', reason: 'DEBIT_ENDED', sale: null },
    { status: 'ACCEPTED', reason: null, sale: 'PAGO' },
  ])
})

test('the PSP says that it is paid: the sale is paid, and nothing waits for a person', async () => {
  const txid = debitTxidOf(seller.accountId, mintUuid(systemRandom), 2, 0)
  const debits = debitsWhere(txid, () => true)
  assert.deepEqual(await bookIncomingPayments(saleDepsOf({ db, debits }), [incoming(txid)]), [true])
  assert.deepEqual(await booked(txid), [{ status: 'ACCEPTED', reason: null, sale: 'PAGO' }])
})

test('a txid of ours without sale or debit is asked about once, and is money of a lost sale', async () => {
  const txid = debitTxidOf(seller.accountId, mintUuid(systemRandom), 3, 0)
  const debits = debitsWhere('another', () => false)
  await bookIncomingPayments(saleDepsOf({ db, debits }), [incoming(txid)])
  assert.deepEqual(await booked(txid), [{ status: 'UNACCEPTED', reason: 'UNKNOWN_SALE', sale: null }])
})
