// An alert about a recurrence leads the operator to the recurrence itself, which shows whose it is and no word of its payer.
import assert from 'node:assert/strict'
import test from 'node:test'
import sql from 'sql-template-tag'
import { registerOperator } from '../access/person.ts'
import { assertBooks } from '../books.ts'
import { until } from '../until.ts'
import { inApp, offered, openRecurringGateway, recurringSeller } from './recurring.ts'

test('the PSP contradicts an end: the alert is about the recurrence, which the operator reads without its payer', async () => {
  await using gateway = await openRecurringGateway()
  const seller = await recurringSeller(gateway)
  const made = await offered(seller)
  // As if a database that was restored had forgotten what came after.
  await gateway.db.query(sql`
    update recurrence set status = 'REJEITADA', end_kind = 'REJEICAO', end_code = 'AP13', ended_at = now(), due_at = null, seal = default
    where uuid = ${made.uuid}::uuid`)
  await inApp(gateway, made.idRec, 'accept')
  const olga = await registerOperator(gateway)
  const alert = await until(async () => {
    const { body } = await olga.call('GET', '/api/admin/alarms?status=open')
    return body.data.find(({ code }: { code: string }) => code === 'RECURRENCE_CONFLICT') ?? null
  }, 'the alert')
  const { kind, accountId, uuid } = alert.subject
  assert.deepEqual([kind, accountId, uuid], ['recurrence', seller.accountId, made.uuid])

  const { status, body, text } = await olga.call('GET', `/api/admin/recurrences/${uuid}`)
  assert.deepEqual(
    [status, body.status, body.accountId, body.contrato, body.idRec, body.debits],
    [200, 'REJEITADA', seller.accountId, made.contrato, made.idRec, []],
  )
  assert.doesNotMatch(text, /Ana Souza|52998224725/)
  const unknown = await olga.call('GET', `/api/admin/recurrences/${crypto.randomUUID()}`)
  assert.equal(unknown.status, 404)
  assert.equal((await olga.call('GET', '/api/admin/recurrences/nothing')).status, 400)
  await gateway.db.query(sql`
    update recurrence set status = 'CRIADA', end_kind = null, end_code = null, ended_at = null, seal = default
    where uuid = ${made.uuid}::uuid`)
  await assertBooks(gateway)
})
