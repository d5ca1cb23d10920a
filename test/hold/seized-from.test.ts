// By which PSP accounts of the operator a court may be paid.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import sql from 'sql-template-tag'
import { openTestGateway } from '../gateway.ts'
import { openHoldOperations } from './holding.ts'

it('what a court takes is paid to the court out of a PSP account that is open to the seller, and of the same kind of money', async () => {
  await using gateway = await openTestGateway()
  const operators = await openHoldOperations(gateway)
  const [seller, other] = [await gateway.seller({ funds: 100_00 }), await gateway.seller()]
  const order = await operators.placed(seller.accountId)
  const pspOf = async (owner: number | null, environment: string) => {
    const [row] = await gateway.db.query<{ id: number }>(sql`
      insert into psp_account (kind, environment, name, base_url, pix_key, pay_in_enabled, pay_out_enabled,
        credentials_sealed, callback_token_hash, created_at, owner_account_id)
      select kind, ${environment}, gen_random_uuid(), base_url, pix_key, false, false, credentials_sealed,
        decode(replace(gen_random_uuid()::text, '-', ''), 'hex'), now(), ${owner} from psp_account where id = 1
      returning id`)
    return row?.id as number
  }
  const { status } = await operators.change('take', order, { pspAccountId: await pspOf(null, 'live') })
  assert.equal(status, 400)
  const strangers = await operators.change('take', order, { pspAccountId: await pspOf(other.accountId, 'test') })
  assert.equal(strangers.status, 400)
  assert.match(strangers.text, /pspAccountId/)
  const own = await pspOf(seller.accountId, 'test')
  assert.equal((await operators.changed('take', order, { amount: 10_00, pspAccountId: own })).taken, 10_00)
  assert.equal((await operators.changed('take', order, { amount: 10_00, pspAccountId: 1 })).taken, 20_00)
})
