// `porteira operator create`: the first operator of a house in production, and no other.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import sql from 'sql-template-tag'
import { register, signIn } from '../access/person.ts'
import { openTestHouse } from '../house.ts'
import { environmentOf, porteira } from './run.ts'

const create = (email: string, name = 'Olga Operadora') => ['operator', 'create', '--email', email, '--name', name]
const passwordIn = (out: string) => /Password {3}(\S{20}) /.exec(out)?.[1] ?? `no password in: ${out}`

test('porteira operator create', async t => {
  await using house = await openTestHouse()
  const env = environmentOf(house)

  await t.test('takes an address and a name', async () => {
    for (const args of [
      ['operator'],
      ['operator', 'create'],
      ['operator', 'create', '--email', 'a@example.com'],
      create('olga'),
      create('a@example.com, b@example.com'),
      create('olga@example.com', ' '),
    ])
      assert.equal((await porteira(args, env)).code, 2, args.join(' '))
  })

  await t.test('makes the first operator, whose password is shown once, and who signs in', async () => {
    const { code, out, err } = await porteira(create('Olga@example.com'), env)
    assert.deepEqual([code, err], [0, ''])
    assert.match(out, /\n {2}Operator {3}olga@example\.com\n/)
    const olga = await signIn(house, { email: 'olga@example.com', password: passwordIn(out) })
    const me = (await olga.call('GET', '/api/me')).body
    assert.deepEqual([me.operator, me.person.name, me.accounts], [true, 'Olga Operadora', []])
    const { data } = (await olga.call('GET', '/api/admin/audit?action=operator.created')).body
    assert.deepEqual(
      data.map((one: Record<string, unknown>) => [one.action, one.subjectId, one.detail]),
      [['operator.created', me.person.id, { email: 'olga@example.com', by: 'command line' }]],
    )
    assert.deepEqual(await house.db.query(sql`select 1 from account where id > 1000`), [])
  })

  await t.test('does nothing where there is one', async () => {
    for (const email of ['olga@example.com', 'otto@example.com']) {
      const { code, out } = await porteira(create(email), env)
      assert.deepEqual([code, out], [1, 'There is an operator already: olga@example.com. Nothing was changed.\n'])
    }
    assert.equal((await house.db.query(sql`select 1 from iam."user"`)).length, 1)
  })

  await t.test('makes one of two that are asked for at once, also of a person who is known', async () => {
    await house.db.query(sql`update iam."user" set operator = false`)
    const bia = await register(house, 'Bia')
    const both = await Promise.all([porteira(create(bia.email), env), porteira(create(bia.email), env)])
    assert.deepEqual(both.map(({ code }) => code).sort(), [0, 1])
    const made = both.find(({ code }) => code === 0)?.out ?? ''
    assert.match(made, /This person was known: the password before is gone/)
    assert.equal((await bia.call('GET', '/api/me')).status, 401)
    const again = await signIn(house, { email: bia.email, password: passwordIn(made) })
    assert.equal((await again.call('GET', '/api/me')).body.operator, true)
    assert.equal((await again.call('GET', '/api/account')).body.id, bia.accountId)
  })
})
