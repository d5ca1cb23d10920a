// What was bought with play money is no answer to an authority.
import assert from 'node:assert/strict'
import { after } from 'node:test'
import { register, registerOperator } from '../access/person.ts'
import { openTestGateway } from '../gateway.ts'
import { slow } from '../long.ts'
import { paid } from '../sale/refunding.ts'
import { atTestBank, inTestMode, keysOf } from '../test-mode/side.ts'
import { downloaded, madeArchive, ofAccount, opened, PATH, recorded } from './things.ts'

const resources = new AsyncDisposableStack()
after(() => resources.disposeAsync())

slow('a test account is not asked about, and a person who bought there alone is in no archive', async () => {
  const gateway = resources.use(await openTestGateway({ testMode: true }))
  const olga = await registerOperator(gateway)
  const twin = await inTestMode(await register(gateway))
  const document = '52998224725'
  const customer = { name: 'Maria Silva', email: 'maria@example.com', document, phone: '11999990000' }
  await paid(atTestBank(gateway), await keysOf(gateway, twin), 10_00, { customer })

  const { status, text } = await olga.call('POST', PATH, ofAccount(twin.accountId))
  assert.deepEqual([status, /accountId: expected the number of a live account/.test(text)], [400, true], text)
  const made = await madeArchive(olga, await recorded(olga, { subjectKind: 'DOCUMENT', document }))
  const inside = await opened(await downloaded(gateway, olga, made), made.passphrase)
  for (const kind of ['vendas', 'recebimentos', 'extrato', 'contas']) assert.deepEqual(inside.records(kind), [], kind)
})
