// A process dies, or is failed, at every single step of an assignment: the sale is paid with the money, or nothing has happened, and the same
// decision made again comes to one payment.
import assert from 'node:assert/strict'
import test from 'node:test'
import sql from 'sql-template-tag'
import { assignTransfer } from '#sale/transfer/assign.ts'
import { registerOperator } from '../access/person.ts'
import { findings } from '../books.ts'
import { type CrashCase, dieAtEveryStep, openScene } from '../crash/scene.ts'
import { uncertainTransfer } from './things.ts'

interface Uncertain {
  key: { accountId: number; id: bigint }
  saleUuid: string
  by: { id: string; address: string }
}

const crashCase: CrashCase<Uncertain> = {
  async prepare(_scene, gateway, count) {
    const [seller, olga] = [await gateway.seller(), await registerOperator(gateway)]
    const { id } = (await olga.call('GET', '/api/me')).body.person
    const all: Uncertain[] = []
    for (let n = 0; n < count; n++) {
      const { receipt, saleUuid } = await uncertainTransfer(gateway, seller, olga)
      const [accountId, number] = receipt.split('/').slice(-2)
      const key = { accountId: Number(accountId), id: BigInt(number ?? '') }
      all.push({ key, saleUuid, by: { id, address: '127.0.0.1' } })
    }
    return all
  },
  act: (deps, { key, saleUuid, by }) =>
    assignTransfer(deps, key, saleUuid, { by, reason: 'o comprador ligou', key: null }),
}

test('an assignment that was cut off anywhere', async () => {
  await using scene = await openScene()
  for (const { subject, failure } of await dieAtEveryStep(scene, crashCase)) {
    const before = await standing(subject)
    assert.ok(before === 'PENDENTE UNACCEPTED 0' || before === 'PAGO MOVED 1', `${failure}: ${before}`)
    await crashCase.act(scene.deps(), subject)
    assert.equal(await standing(subject), 'PAGO MOVED 1', failure)
  }
  assert.deepEqual(await findings(scene.db), [])

  async function standing({ key, saleUuid }: Uncertain): Promise<string> {
    const [row] = await scene.db.query<{ line: string }>(sql`
      select concat_ws(' ', sale.status, receipt.status, (select count(*) from transfer where transfer.account_id = sale.account_id
        and subject = 'sale' and subject_id = sale.id and kind = 'SALE')) as line
      from sale, receipt where sale.uuid = ${saleUuid} and receipt.account_id = ${key.accountId} and receipt.id = ${key.id}`)
    return row?.line ?? ''
  }
})
