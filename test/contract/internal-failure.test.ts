// When a part of the gateway is broken: 500 in the shape of the place, one sentence that reveals nothing, and the reason in the log alone.
// And the rules that the server itself enforces on every route.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pino } from 'pino'
import { raw } from 'sql-template-tag'
import { buildServer } from '#http/server.ts'
import { Failure } from '#kernel/failure.ts'
import { openTestGateway } from '../gateway.ts'
import { BALANCE, CASHOUT, CASHOUT_REQUEST, OFFER, SALES } from './public-api.ts'

const MESSAGE = 'Something went wrong on our side. The request id tells support which.'

describe('500 INTERNAL_ERROR when a table is gone', () => {
  const D = JSON.stringify({ message: MESSAGE, error: 'INTERNAL_ERROR' })
  const E = JSON.stringify({ error: 'INTERNAL_ERROR', message: MESSAGE })
  const places: [method: string, path: string, body: unknown, table: string, text: string][] = [
    ['GET', BALANCE, undefined, 'wallet', E],
    ['POST', CASHOUT, CASHOUT_REQUEST, 'wallet', D],
    ['GET', `${CASHOUT}/1`, undefined, 'withdrawal', D],
    ['POST', SALES, OFFER, 'sale_item', D],
    ['GET', `${SALES}/1`, undefined, 'sale', D],
    ['GET', SALES, undefined, 'sale', D],
  ]
  it('is in shape E on the balance and in D on cashouts and sales, and ends when the table is back', async () => {
    await using gateway = await openTestGateway()
    const seller = await gateway.seller({ funds: 200_00 })
    for (const [method, path, body, table, text] of places) {
      await gateway.db.query(raw(`alter table ${table} rename to away`))
      const broken = await seller.api(method, path, body)
      assert.equal(`${method} ${path} ${broken.status} ${broken.text}`, `${method} ${path} 500 ${text}`)
      assert.match(broken.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/)
      await gateway.db.query(raw(`alter table away rename to ${table}`))
      assert.ok((await seller.api(method, path, body)).status < 500)
    }
  })
})

describe('the server', () => {
  const nobody = () => assert.fail()
  const guards = { 'api-key': nobody, session: nobody, operator: nobody, person: nobody }

  async function withServer(use: (server: Awaited<ReturnType<typeof buildServer>>['server']) => Promise<void>) {
    const logged: string[] = []
    const into = { write: (line: string) => void logged.push(line) }
    const { server, close } = await buildServer({ log: pino({ level: 'warn' }, into), guards, trustProxy: [] })
    try {
      await use(server)
    } finally {
      await close()
    }
    return logged.join('')
  }

  it('takes no route that does not say its guard, its dialect and its failures', async () => {
    await withServer(async server => {
      const all = { guard: 'none', dialect: 'panel', fails: [] } as const
      for (const missing of ['guard', 'dialect', 'fails'] as const) {
        const { [missing]: _, ...config } = all
        assert.throws(
          () => server.get(`/${missing}`, { config }, () => ''),
          /does not say its guard, dialect and failures/,
        )
      }
      assert.throws(() => server.get('/bare', () => ''), /does not say its guard, dialect and failures/)
      server.get('/all', { config: all }, () => '')
    })
  })

  it('answers 500 for a refusal that the route did not declare, and for anything that is thrown, and logs why', async () => {
    const logged = await withServer(async server => {
      const config = { guard: 'none', dialect: 'balance', fails: ['NOT_FOUND'] } as const
      const thrown: Record<string, unknown> = {
        declared: new Failure('NOT_FOUND', 'not here'),
        undeclared: new Failure('CONFLICT', 'the secret plan'),
        error: new Error('the secret reason'),
        status: Object.assign(new Error('a teapot'), { statusCode: 418 }),
        text: 'the secret text',
      }
      for (const [name, what] of Object.entries(thrown))
        server.get(`/${name}`, { config }, () => {
          throw what
        })
      for (const name of Object.keys(thrown).slice(1)) {
        const { statusCode, body } = await server.inject(`/${name}`)
        assert.equal(`${statusCode} ${body}`, `500 ${JSON.stringify({ error: 'INTERNAL_ERROR', message: MESSAGE })}`)
      }
      assert.equal((await server.inject('/declared')).body, '{"error":"NOT_FOUND","message":"not here"}')
    })
    assert.match(logged, /the secret reason/)
    assert.match(logged, /a teapot/)
  })
})
