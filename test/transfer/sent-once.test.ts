// The return of a TED to a key, at a PSP that may pay twice what is sent to it twice: that it may have been sent is known before it is, so that after
// the death of the process that sent it only a person sends it again.
import assert from 'node:assert/strict'
import test from 'node:test'
import sql from 'sql-template-tag'
import type { PspDirectory } from '#psp/directory.ts'
import type { PayOut } from '#psp/port.ts'
import { sendRefund } from '#sale/refund/sending/send.ts'
import { type DueRefund, leaseRefunds } from '#sale/refund/store.ts'
import { registerOperator } from '../access/person.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { saleDepsOf } from '../sale/deps.ts'
import { decide, listed } from '../sale/incoming.ts'
import { until } from '../until.ts'
import { CAIO, transferred, transferSeller } from './selling.ts'

const WITH_KEY = { refundTo: { pixKey: CAIO.document, pixKeyType: 'CPF' } }

class Leased extends Error {
  due: DueRefund[]
  constructor(due: DueRefund[]) {
    super('undone')
    this.due = due
  }
}

/** As a worker leases it; the gateway's own, which is in recovery, leases nothing. */
const leased = ({ db, now }: TestGateway): Promise<DueRefund> =>
  db
    .transaction(async tx => {
      await tx.query(sql`update house set recovering_since = null, recovery_reason = null, recover_from = null`)
      await tx.query(sql`update refund set due_at = ${now()} where due_at is not null`)
      throw new Leased(await leaseRefunds(tx, now(), now(), 10))
    })
    .catch(error => {
      const [due] = (error as Leased).due
      assert.ok(due, 'a return that is due')
      return due
    })

test('a return of a TED is sent once, though its sender dies', async () => {
  await using gateway = await openTestGateway({ env: { SWEEP_EVERY_MS: '150' } })
  await transferSeller(gateway)
  const olga = await registerOperator(gateway)
  await transferred(gateway, { amount: '33.03', by: 'TED', ...CAIO })
  const receipt = await until(
    async () => (await listed(olga, '?limit=100')).find(one => one.amount === 33_03) ?? null,
    'the TED',
  )
  await gateway.db.query(
    sql`update house set recovering_since = now(), recovery_reason = 'a test', recover_from = now()`,
  )
  assert.equal((await decide(olga, receipt, 'return', WITH_KEY)).status, 202)

  let sent = 0
  const payOut = {
    capabilities: { resubmit: 'never', lookup: true, namesPayee: false },
    find: async () => ({ kind: 'done', value: null }),
    async submit() {
      sent += 1
      throw new Error('killed')
    },
  } as unknown as PayOut
  const psps = { psp: async () => ({ payOut }) } as unknown as PspDirectory
  const deps = saleDepsOf({ db: gateway.db, psps, clock: gateway.now })
  await assert.rejects(sendRefund(deps, await leased(gateway)), /killed/)
  await sendRefund(deps, await leased(gateway))
  assert.equal(sent, 1)
  const [row] = await gateway.db.query<{ status: string; lookups: number }>(sql`select status, lookups from refund`)
  assert.deepEqual(row, { status: 'PENDING', lookups: 2 })
})
