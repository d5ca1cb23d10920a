// The operator looks at what PSPs reported: what waits, what is dead, what was given up, what was applied; and has it tried again.
import assert from 'node:assert/strict'
import test from 'node:test'
import sql from 'sql-template-tag'
import { HOUR_MS } from '#kernel/time.ts'
import { type Person, register, registerOperator } from '../access/person.ts'
import { assertBooks } from '../books.ts'
import type { TestGateway } from '../gateway.ts'
import { slow } from '../long.ts'
import { until } from '../until.ts'
import { openSilentBank, type SilentBank } from './silent-bank.ts'

const INBOX = '/api/admin/psp/inbox'
/** The sweep would find the money too. */
const RARELY = { SWEEP_EVERY_MS: '3600000' }

const UNKNOWN = { status: 404, body: '{"title":"PixNaoEncontrado"}' }

const listed = async (olga: Person, query = '') => {
  const { status, body, text } = await olga.call('GET', `${INBOX}${query}`)
  assert.equal(status, 200, text)
  return body
}

/** Lets it have been tried so often already, for so long, and be due now. */
const age = async ({ db }: TestGateway, id: number, { attempts = 0, days = 0 } = {}) => {
  await db.query(sql`
    update psp_inbox set seal = default, attempts = ${attempts}, due_at = received_at,
      received_at = received_at - make_interval(days => ${days}) where id = ${id}`)
}

const becomes = (olga: Person, id: number, status: string) =>
  until(async () => {
    const { body } = await olga.call('GET', `${INBOX}/${id}`)
    return body.status === status ? body : null
  }, `callback ${id} to be ${status}`)

/** A Pix that is reported to the gateway while the bank does not know of it yet. */
async function deadLetter({ gateway, wire, callBack }: SilentBank) {
  const seller = await gateway.seller()
  const sale = await seller.sell(100_00)
  const { body: pix } = await gateway.pay(sale.pixKey)
  wire.fail('GET', '/v2/pix', { forwarded: false, answer: UNKNOWN }, 1_000_000)
  const message = JSON.stringify({ pix: [pix] })
  await callBack(message)
  return { seller, sale, said: message }
}

test('a dead letter', async t => {
  await using scene = await openSilentBank(RARELY)
  const { gateway, bank, wire, callBack } = scene
  const olga = await registerOperator(gateway)
  const { seller, sale, said: message } = await deadLetter(scene)

  await t.test('waits at first, then is seen with all that is known of it', async () => {
    const [first] = (await listed(olga)).data
    assert.equal(first.status, 'waiting')
    // What is set while it is being tried would be overwritten by the end of that try.
    await until(async () => (await listed(olga)).data[0].attempts > 0 || null, 'the first try')
    await age(gateway, first.id, { attempts: 11 })
    await becomes(olga, first.id, 'dead')
    const [dead] = (await listed(olga, '?status=dead')).data
    assert.deepEqual([dead.attempts, dead.trouble], [12, 'the PSP does not confirm it yet'])
    assert.deepEqual([dead.pspAccountId, dead.seen, dead.sizeBytes, dead.preview], [1, 1, message.length, message])
    assert.deepEqual([dead.appliedAt, typeof dead.nextTryAt, typeof dead.receivedAt], [null, 'string', 'string'])
    assert.equal((await olga.call('GET', `${INBOX}/${dead.id}`)).body.body, message)
  })

  await t.test('is replayed, and booked as soon as the PSP confirms it', async () => {
    const [{ id }] = (await listed(olga, '?status=dead')).data
    const inVain = await olga.call('POST', `${INBOX}/${id}/replay`)
    assert.deepEqual([inVain.status, inVain.body], [202, { replayed: 1 }])
    await becomes(olga, id, 'waiting')
    wire.heal()
    gateway.advance(HOUR_MS)
    await becomes(olga, id, 'applied')
    await seller.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
  })

  await t.test('that was applied is replayed too, which changes nothing', async () => {
    const [{ id }] = (await listed(olga, '?status=applied')).data
    const asked = () => wire.passed.filter(({ path }) => path.startsWith('/v2/pix/')).length
    const before = asked()
    assert.equal((await olga.call('POST', `${INBOX}/${id}/replay`, {})).status, 202)
    await until(() => asked() > before || null, 'the question')
    await becomes(olga, id, 'applied')
    assert.equal((await seller.api('GET', '/api/public/balance')).body.total, 99_01)
    await assertBooks({ ...gateway, bankUrl: bank.url })
  })

  await t.test(
    'of a week ago is given up, seen, and reported again by the PSP or by a person it is tried again',
    async () => {
      await callBack({ pix: [{ endToEndId: 'Enowhere' }] })
      const [{ id }] = (await listed(olga)).data
      await until(async () => (await listed(olga)).data[0].attempts > 0 || null, 'the first try')
      await age(gateway, id, { attempts: 100, days: 8 })
      await becomes(olga, id, 'given-up')
      assert.deepEqual(
        (await listed(olga, '?status=given-up')).data.map((one: { id: number }) => one.id),
        [id],
      )
      const { attempts } = (await olga.call('GET', `${INBOX}/${id}`)).body
      await callBack({ pix: [{ endToEndId: 'Enowhere' }] })
      const again = await until(async () => {
        const { body } = await olga.call('GET', `${INBOX}/${id}`)
        return body.attempts > attempts ? body : null
      }, 'another try')
      assert.deepEqual([again.status, again.seen], ['given-up', 2])
      assert.deepEqual((await olga.call('POST', `${INBOX}/replay`, { status: 'given-up' })).body, { replayed: 1 })
      assert.equal((await becomes(olga, id, 'waiting')).attempts < 12, true)
    },
  )
})

slow('many callbacks', async t => {
  await using scene = await openSilentBank(RARELY)
  const { gateway, callBack } = scene
  const olga = await registerOperator(gateway)
  for (let n = 0; n < 25; n++) await callBack({ pix: [{ endToEndId: `Enowhere${n}` }] })
  await callBack({ pix: [] })
  const long = `{"pix":[],"\0":"${'ç'.repeat(3_000)}"}`
  await callBack(long)
  await until(async () => (await listed(olga, '?status=applied')).data.length === 1 || null, 'the empty one')

  await t.test('come in pages, the newest first', async () => {
    const seen: number[] = []
    let cursor = ''
    do {
      const page = await listed(olga, `?limit=10${cursor}`)
      seen.push(...page.data.map((one: { id: number }) => one.id))
      cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`
    } while (cursor !== '')
    assert.equal(seen.length, 27)
    assert.deepEqual(
      seen,
      [...seen].sort((a, b) => b - a),
    )
    assert.equal((await listed(olga, '?status=waiting&limit=100')).data.length, 26)
  })

  await t.test('show the beginning of what is long, and on demand the whole', async () => {
    const [{ id, preview, sizeBytes }] = (await listed(olga, '?limit=1')).data
    assert.equal(sizeBytes, Buffer.byteLength(long))
    assert.ok(long.startsWith(preview.slice(0, -1)) && preview.length < 2_048)
    assert.equal((await olga.call('GET', `${INBOX}/${id}`)).body.body, long)
  })

  await t.test('that are dead are replayed together', async () => {
    await gateway.db.query(sql`update psp_inbox set seal = default, attempts = 12, due_at = now() + interval '1 hour'
      where applied_at is null`)
    assert.deepEqual((await olga.call('POST', `${INBOX}/replay`, { status: 'dead' })).body, { replayed: 26 })
    assert.deepEqual((await olga.call('POST', `${INBOX}/replay`, { status: 'dead' })).body, { replayed: 0 })
    assert.deepEqual((await listed(olga, '?status=dead')).data, [])
  })

  await t.test('are visible to the operator alone', async () => {
    const ana = await register(gateway)
    for (const [method, path] of [
      ['GET', INBOX],
      ['GET', `${INBOX}/1`],
      ['POST', `${INBOX}/1/replay`],
      ['POST', `${INBOX}/replay`],
    ] as const)
      assert.equal((await ana.call(method, path, method === 'POST' ? { status: 'dead' } : undefined)).status, 403)
  })

  await t.test('are requested in no other way', async () => {
    const refused: [method: string, path: string, body: unknown, status: number][] = [
      ['GET', '?status=open', undefined, 400],
      ['GET', '?limit=101', undefined, 400],
      ['GET', '?cursor=x', undefined, 400],
      ['GET', '/abc', undefined, 400],
      ['GET', '/999999', undefined, 404],
      ['GET', '/99999999999999999999', undefined, 404],
      ['POST', '/999999/replay', undefined, 404],
      ['POST', '/abc/replay', undefined, 400],
      ['POST', '/replay', undefined, 400],
      ['POST', '/replay', {}, 400],
      ['POST', '/replay', { status: 'applied' }, 400],
      ['POST', '/replay', { status: 'dead', since: 1 }, 400],
    ]
    for (const [method, path, body, status] of refused)
      assert.equal((await olga.call(method, INBOX + path, body)).status, status, `${method} ${path}`)
  })
})
