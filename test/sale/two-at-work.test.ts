// Two requests that work on one sale: a creation that was halted for so long that its key's hold ran out goes on in parallel with the one
// that has resumed it. The row says where the charge is, and no code of another PSP is handed out.

import assert from 'node:assert/strict'
import test from 'node:test'
import sql from 'sql-template-tag'
import type { Database } from '#db/postgres.ts'
import { Failure } from '#kernel/failure.ts'
import { centavos } from '#kernel/money.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import type { PspDirectory } from '#psp/directory.ts'
import type { Charge, ChargeRequest, Outcome, PayIn } from '#psp/port.ts'
import type { SaleRequest } from '#sale/begin.ts'
import { createSale } from '#sale/create.ts'
import { openTwoBanks, type TwoBanks } from '../psp/two-banks.ts'
import { saleDepsOf } from './deps.ts'
import { salesOf } from './under-key.ts'

const saleRequest = (accountId: number): SaleRequest => ({
  accountId,
  amount: centavos(100_00),
  customer: { name: 'Maria', email: '', document: '', phone: '' },
  items: [{ title: 'Camiseta', unitPrice: centavos(100_00), quantity: 1, tangible: false }],
  shipping: null,
  externalReference: null,
  postbackUrl: null,
  expiresInSeconds: 3_600,
})

const keyOf = (accountId: number, key: string) => ({
  accountId,
  route: 'POST /api/transactions',
  key,
  askHash: Buffer.alloc(32, 1),
})

const UNSENT: Outcome<Charge> = { kind: 'unknown', reason: 'nobody there', unsent: true }
const codeAt = (pspAccountId: number) => `code at ${pspAccountId}`
const chargedAt = (pspAccountId: number, { txid, amount }: ChargeRequest): Outcome<Charge> => ({
  kind: 'done',
  value: { txid, amount, state: 'open', brCode: codeAt(pspAccountId), payments: [] },
})

interface Played {
  createCharge: (pspAccountId: number, request: ChargeRequest) => Promise<Outcome<Charge>>
  /** Before a sale is sent to another PSP account. */
  isCircuitOpen?: () => Promise<boolean>
}

/** PSPs as one request meets them, and what it has had taken away. */
function playedPsps({ createCharge, isCircuitOpen = async () => false }: Played) {
  const removed: number[] = []
  const payIn = async (id: number) => ({
    createCharge: (request: ChargeRequest) => createCharge(id, request),
    findCharge: async () => ({ kind: 'done', value: null }),
    removeCharge: async () => {
      removed.push(id)
      return { kind: 'done', value: undefined }
    },
  })
  const psps = { isCircuitOpen, payIn: payIn as unknown as (id: number) => Promise<PayIn> }
  return { removed, psps: psps as unknown as PspDirectory }
}

const depsOf = (db: Database, psps: PspDirectory, aheadMs = 0) =>
  saleDepsOf({ db, psps, clock: () => new Date(Date.now() + aheadMs) })

const gate = () => Promise.withResolvers<void>()

async function codesOf({ gateway }: TwoBanks, accountId: number) {
  return gateway.db.query<{ status: string; psp_account_id: number; br_code: string | null }>(
    sql`select status, psp_account_id, br_code from sale where account_id = ${accountId}`,
  )
}

test('a creation that goes elsewhere', async t => {
  await using banks = await openTwoBanks()
  const { gateway, first, second } = banks

  await t.test('in parallel with one that has resumed it: only the code of the row is handed out', async () => {
    const { accountId } = await gateway.seller()
    const key = keyOf(accountId, 'order-1')
    const [mayGoElsewhere, isAsked, isElsewhere, isConcluded] = [gate(), gate(), gate(), gate()]
    const halted = playedPsps({
      async isCircuitOpen() {
        if (!(await halts())) return false
        await mayGoElsewhere.promise
        return false
      },
      async createCharge(id, request) {
        if (id === first.pspAccountId) return UNSENT
        isElsewhere.resolve()
        await isConcluded.promise
        return chargedAt(id, request)
      },
    })
    // Before the sale is begun nothing is halted.
    const halts = async () => (await salesOf(gateway, { accountId })).length > 0
    const late = playedPsps({
      async createCharge(id, request) {
        isAsked.resolve()
        await isElsewhere.promise
        return chargedAt(id, request)
      },
    })
    const one = createSale(depsOf(gateway.db, halted.psps), saleRequest(accountId), key)
    while (!(await halts())) await new Promise(setImmediate)
    const other = createSale(depsOf(gateway.db, late.psps, MINUTE_MS), saleRequest(accountId), key)
    await isAsked.promise
    mayGoElsewhere.resolve()
    const reported = await other
    isConcluded.resolve()

    assert.ok(reported instanceof Failure, 'a code of the PSP that the sale has left')
    assert.equal(reported.code, 'PSP_UNAVAILABLE')
    assert.deepEqual(late.removed, [first.pspAccountId])
    const sold = await one
    assert.ok('sale' in sold)
    assert.equal(sold.sale.brCode, codeAt(second.pspAccountId))
    assert.deepEqual(await codesOf(banks, accountId), [
      { status: 'PENDENTE', psp_account_id: second.pspAccountId, br_code: codeAt(second.pspAccountId) },
    ])
  })

  await t.test('and is refused there has ended, with that answer under its key', async () => {
    const { accountId } = await gateway.seller()
    const { psps } = playedPsps({
      createCharge: async id => (id === first.pspAccountId ? UNSENT : { kind: 'refused', code: 'no', reason: 'no' }),
    })
    const key = keyOf(accountId, 'order-2')
    const refused = await createSale(depsOf(gateway.db, psps), saleRequest(accountId), key)
    assert.ok(refused instanceof Failure && refused.code === 'GENERAL_ERROR')
    assert.deepEqual(await codesOf(banks, accountId), [
      { status: 'FALHA', psp_account_id: second.pspAccountId, br_code: null },
    ])
    assert.ok('replayed' in (await createSale(depsOf(gateway.db, psps), saleRequest(accountId), key)))
  })

  await t.test('in vain, while the key cannot be released: the caller gets what became of the sale', async () => {
    const { accountId } = await gateway.seller()
    const { psps } = playedPsps({ createCharge: async () => ({ kind: 'unknown', reason: 'silence' }) })
    const db: Database = {
      ...gateway.db,
      query: statement =>
        /^\s*update idempotency/.test(statement.text) ? Promise.reject(new Error('away')) : gateway.db.query(statement),
    }
    const reported = await createSale(depsOf(db, psps), saleRequest(accountId), keyOf(accountId, 'order-3'))
    assert.ok(reported instanceof Failure && reported.code === 'PSP_UNAVAILABLE')
  })
})
