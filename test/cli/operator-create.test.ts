// `porteira operator create`: the first two operators of an installation in production; a third one needs both of them.
import assert from 'node:assert/strict'
import sql from 'sql-template-tag'
import { DAY_MS } from '#kernel/time.ts'
import { type Person, register, signIn } from '../access/person.ts'
import { secure } from '../access/totp.ts'
import { openTestGateway } from '../gateway.ts'
import { everyday, slow } from '../long.ts'
import { environmentOf, porteira } from './run.ts'

const create = (email: string, name = 'Olga Operadora') => ['operator', 'create', '--email', email, '--name', name]
const passwordIn = (out: string) => /Password {3}(\S{20}) /.exec(out)?.[1] ?? `no password in: ${out}`

everyday('porteira operator create', async t => {
  await using gateway = await openTestGateway()
  const env = environmentOf(gateway)
  let again: Person

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

  await t.test('takes no name with an address, which would appear in mails to others', async () => {
    const { code, out } = await porteira(create('olga@example.com', 'Veja https://golpe.example'), env)
    assert.equal(code, 1)
    assert.match(out, /^--name: expected a name without a web or mail address.* Nothing was changed\.$/m)
    assert.deepEqual(await gateway.db.query(sql`select 1 from iam."user" where email = 'olga@example.com'`), [])
  })

  await t.test('makes the first operator, whose password is shown once, and who signs in', async () => {
    const { code, out, err } = await porteira(create('Olga@example.com'), env)
    assert.deepEqual([code, err], [0, ''])
    assert.match(out, /\n {2}Operator {3}olga@example\.com\n/)
    const olga = await signIn(gateway, { email: 'olga@example.com', password: passwordIn(out) })
    const me = (await olga.call('GET', '/api/me')).body
    assert.deepEqual([me.operator, me.person.name, me.accounts], [true, 'Olga Operadora', []])
    const { data } = (await olga.call('GET', '/api/admin/audit?action=operator.created')).body
    assert.deepEqual(
      data.map((one: Record<string, unknown>) => [one.action, one.subjectId, one.detail]),
      [['operator.created', me.person.id, { email: 'olga@example.com', by: 'command line' }]],
    )
    assert.deepEqual(await gateway.db.query(sql`select 1 from account where id between 1001 and 999999999`), [])
  })

  await t.test('does nothing about who is one already', async () => {
    const { code, out } = await porteira(create('olga@example.com'), env)
    assert.deepEqual([code, out], [1, 'olga@example.com is an operator already. Nothing was changed.\n'])
  })

  await t.test(
    'makes the second one, also of an address that is registered already, whose user keeps nothing',
    async () => {
      const { person: stranger } = await secure(gateway, await register(gateway, 'Estranho'))
      await gateway.db.query(sql`update iam."user" set "emailVerified" = false where email = ${stranger.email}`)
      const { code, out } = await porteira(create(stranger.email, 'Otto'), env)
      assert.equal(code, 0, out)
      assert.match(out, /This person was known: the password before is gone, and every passkey/)
      assert.equal((await stranger.call('GET', '/api/me')).status, 401)
      await assert.rejects(signIn(gateway, stranger), /401/)
      const left = await gateway.db.query(sql`
      select 1 from iam."twoFactor" join iam."user" on "user"."id" = "userId" where email = ${stranger.email}`)
      assert.equal(left.length, 0)
      const otto = await signIn(gateway, { email: stranger.email, password: passwordIn(out) })
      assert.equal((await otto.call('GET', '/api/me')).body.operator, true)
      again = otto
    },
  )

  await t.test('takes two of them for a third one: one requests, another one confirms', async () => {
    const email = 'tina@example.com'
    const refused = await porteira(create(email, 'Tina'), env)
    assert.equal(refused.code, 1)
    assert.match(refused.out, /this takes two of them: say --by olga@example\.com or /)
    const asked = await porteira([...create(email, 'Tina'), '--by', 'olga@example.com'], env)
    assert.equal(asked.code, 0, asked.out)
    assert.match(asked.out, /Another operator than the one you named has to confirm it/)
    const tina = { email, password: passwordIn(asked.out) }
    assert.equal((await (await signIn(gateway, tina)).call('GET', '/api/me')).body.operator, false)
    // Who has just become an operator confirms nothing for a day.
    gateway.advance(DAY_MS + 1)
    const { data } = (await again.call('GET', '/api/admin/proposals?kind=operator.make')).body
    const confirmed = await again.call('POST', `/api/admin/proposals/${data[0].id}/confirm`, { reason: 'I know her' })
    assert.equal(confirmed.body.state, 'CONFIRMED', confirmed.text)
    assert.equal((await (await signIn(gateway, tina)).call('GET', '/api/me')).body.operator, true)
  })
})

slow('porteira operator create makes both of two first ones that are asked for at once', async () => {
  await using gateway = await openTestGateway()
  const env = environmentOf(gateway)
  const both = await Promise.all([porteira(create('a@example.com'), env), porteira(create('a@example.com'), env)])
  assert.deepEqual(both.map(({ code }) => code).sort(), [0, 1])
})
