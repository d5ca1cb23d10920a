// Who operates the gateway, and how an operator is removed: by one where there are two, by two where there are more, never the last one.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { DAY_MS } from '#kernel/time.ts'
import { type Person, register, registerOperator } from '../access/person.ts'
import { secure } from '../access/totp.ts'
import { environmentOf, porteira } from '../cli/run.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import type { Answer } from '../http.ts'
import { until } from '../until.ts'

const OPERATORS = '/api/admin/operators'
const WHY = { reason: 'She has left the company.' }
const refusal = ({ status, body }: Answer) => [status, body?.error?.code]

describe('the operators of a gateway', () => {
  let gateway: TestGateway
  let olga: Person
  let otto: Person
  let tina: Person
  before(async () => {
    gateway = await openTestGateway()
    olga = await registerOperator(gateway)
  })
  after(() => gateway[Symbol.asyncDispose]())

  const idOf = async (person: Person): Promise<string> => (await person.call('GET', '/api/me')).body.person.id
  const remove = async (by: Person, id: string) => by.call('POST', `${OPERATORS}/${id}/remove`, WHY)
  const decide = (by: Person, id: number, word: string) =>
    by.call('POST', `/api/admin/proposals/${id}/${word}`, { reason: 'Checked.' })
  const emails = async () => (await olga.call('GET', OPERATORS)).body.data.map(({ email }: { email: string }) => email)
  /** What each row says of removing that one. */
  const removals = async (reader: Person): Promise<string[]> =>
    (await reader.call('GET', OPERATORS)).body.data.map(
      ({ removal }: { removal: { takesTwo: boolean; mayNotBecause: string | null } }) =>
        `${removal.takesTwo ? 'two' : 'one'} ${removal.mayNotBecause}`,
    )
  const mailed = (to: string, pattern: RegExp) =>
    until(
      async () => gateway.mails.find(mail => mail.to === to && pattern.test(mail.text)) ?? null,
      `${pattern} to ${to}`,
    )
  const run = (...args: string[]) => porteira(['operator', ...args], environmentOf(gateway))

  it('are listed with what lets them in and when they were last seen, for operators alone', async () => {
    const { person } = await secure(gateway, await registerOperator(gateway))
    otto = person
    const { status, body } = await olga.call('GET', OPERATORS)
    assert.equal(status, 200)
    const answer = body.data.map(({ email, secondFactor, isYou, since, lastSeenAt }: Record<string, unknown>) => {
      assert.ok(Math.abs(Date.parse(String(lastSeenAt)) - Date.now()) < DAY_MS)
      return [email, secondFactor, isYou, String(since).slice(0, 4)]
    })
    assert.deepEqual(answer, [
      [olga.email, { authenticatorApp: false, passkeys: 0 }, true, '2000'],
      [otto.email, { authenticatorApp: true, passkeys: 0 }, false, '2000'],
    ])
    const seller = await register(gateway)
    assert.deepEqual(refusal(await seller.call('GET', OPERATORS)), [403, 'FORBIDDEN'])
    assert.deepEqual(refusal(await remove(seller, await idOf(olga))), [403, 'FORBIDDEN'])
    assert.deepEqual(refusal(await remove(olga, await idOf(seller))), [404, 'NOT_FOUND'])
    assert.deepEqual(refusal(await remove(olga, 'x')), [404, 'NOT_FOUND'])
    const list = await run('list')
    assert.equal(list.code, 0, list.err)
    assert.match(
      list.out,
      new RegExp(`${otto.email} .*\\n  since +2000-01-01 .*\\n  second factor  app\\n  last seen +20`),
    )
  })

  it('are removed by two where there are three, and the one whom it is about has no say', async () => {
    tina = await registerOperator(gateway)
    const id = await idOf(tina)
    const asked = await remove(olga, id)
    assert.equal(asked.status, 200, asked.text)
    assert.equal(asked.body.removed, false)
    const { proposalId } = asked.body
    for (const person of [olga, otto, tina])
      await mailed(person.email, new RegExp(`propôs retirar .*${tina.email}.* da operação`))
    assert.deepEqual(refusal(await remove(olga, id)), [409, 'CONFLICT'], 'it is proposed already')
    assert.deepEqual(await removals(olga), ['two null', 'two null', 'two PROPOSED'])
    for (const [by, word] of [
      [olga, 'confirm'],
      [tina, 'confirm'],
      [tina, 'reject'],
    ] as const)
      assert.deepEqual(refusal(await decide(by, proposalId, word)), [403, 'FORBIDDEN'])
    assert.equal((await emails()).length, 3)
    const { body: shown } = await tina.call('GET', `/api/admin/proposals/${proposalId}`)
    assert.deepEqual([shown.you.mayReject, shown.you.mayNotBecause], [false, 'ABOUT_YOU'])

    const done = await decide(otto, proposalId, 'confirm')
    assert.equal(done.status, 202, done.text)
    assert.deepEqual(await emails(), [olga.email, otto.email])
    assert.equal((await tina.call('GET', '/api/me')).status, 401, 'their sessions have ended')
    for (const person of [olga, otto, tina])
      await mailed(person.email, new RegExp(`retirou .*${tina.email}.* da operação`))
    const [entry] = (await olga.call('GET', '/api/admin/audit?action=operator.removed')).body.data
    assert.deepEqual(
      [entry.subjectId, entry.reason, entry.detail],
      [id, WHY.reason, { email: tina.email, endedSessions: 1, proposal: String(proposalId) }],
    )
  })

  it('are removed at once by the other one of two, but not by one of the first day', async () => {
    const fresh = (since: string) =>
      gateway.db.query(sql`update iam."user" set "operatorSince" = ${since} where email = ${otto.email}`)
    await fresh(new Date().toISOString())
    assert.deepEqual(refusal(await remove(otto, await idOf(olga))), [403, 'APPROVER_TOO_NEW'])
    assert.deepEqual(await removals(otto), ['one TOO_NEW', 'one TOO_NEW'])
    assert.deepEqual(await removals(olga), ['one null', 'one null'])
    await fresh('2000-01-01')
    const { status, body, text } = await remove(olga, await idOf(otto))
    assert.deepEqual([status, body], [200, { removed: true, proposalId: null }], text)
    assert.deepEqual(await emails(), [olga.email])
    assert.equal((await otto.call('GET', '/api/me')).status, 401)
    await mailed(otto.email, new RegExp(`“Olga Operadora” retirou .*${otto.email}`))
  })

  it('keep the last one, whoever proposes and approves', async () => {
    assert.deepEqual(refusal(await remove(olga, await idOf(olga))), [409, 'CONFLICT'])
    assert.deepEqual(await removals(olga), ['one LAST'])
    const { code, out } = await run('remove', '--email', olga.email)
    assert.equal(code, 1)
    assert.match(out, /The last operator stays: make another one first\. Nothing was changed\./)
  })

  it('that are two keep one when each removes the other at the same time', async () => {
    const other = await registerOperator(gateway)
    const ids = [await idOf(olga), await idOf(other)] as const
    const answers = await Promise.all([remove(olga, ids[1]), remove(other, ids[0])])
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    const left = await gateway.db.query<{ email: string }>(sql`select email from iam."user" where operator`)
    assert.equal(left.length, 1)
    // Any of them.
    await gateway.db.query(sql`update iam."user" set operator = email = ${olga.email}`)
  })

  it('are removed at the command line by the same rules', async () => {
    const [one, two] = [await registerOperator(gateway), await registerOperator(gateway)]
    const unknown = await run('remove', '--email', 'nobody@example.com')
    assert.deepEqual(
      [unknown.code, unknown.out],
      [1, 'No operator has the address nobody@example.com. Nothing was changed.\n'],
    )
    const alone = await run('remove', '--email', one.email)
    assert.equal(alone.code, 1)
    assert.match(alone.out, /^This takes two of the operators: say --by .* Nothing was changed\.\n$/)
    const asked = await run('remove', '--email', one.email, '--by', olga.email)
    assert.equal(asked.code, 0, asked.out)
    assert.match(asked.out, /^Another operator than the one you named has to confirm it/)
    await mailed(two.email, new RegExp(`propôs retirar .*${one.email}`))
    const [proposal] = (await two.call('GET', '/api/admin/proposals?kind=operator.remove&state=OPEN')).body.data
    assert.equal((await decide(two, proposal.id, 'confirm')).status, 202)
    const last = await run('remove', '--email', two.email)
    assert.deepEqual(
      [last.code, last.out],
      [0, `${two.email} runs this gateway no more, and their sessions have ended.\n`],
    )
    assert.equal((await two.call('GET', '/api/me')).status, 401)
    await mailed(olga.email, new RegExp(`^A linha de comando retirou .*${two.email}`, 'm'))
  })
})
