// Files of lines, sales and cashouts: the same as the lists, for every member of the account, bounded, and in constant memory whatever
// their length; and what is rare among many lines is found without reading all of them at once.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import sql from 'sql-template-tag'
import { DAY_MS } from '#kernel/time.ts'
import { join, type Person, register, registerOperator, signIn } from '../access/person.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { slow } from '../long.ts'
import { connect } from '../notification/puller.ts'
import { until } from '../until.ts'
import { writeManyLines } from './many.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const SALES = 105_000

describe('an export', () => {
  let gateway: TestGateway
  let seller: Seller
  let ana: Person
  let large: Seller
  let rui: Person
  before(async () => {
    gateway = await openTestGateway()
    ;[seller, large] = [await gateway.seller({ funds: 500_00 }), await gateway.seller()]
    ;[ana, rui] = [await memberOf(seller, 'READER'), await memberOf(large, 'OWNER')]
    const from = new Date(Date.now() - 80 * DAY_MS)
    await writeManyLines(gateway.db, { accountId: large.accountId, sales: SALES, from, everyMs: 60_000 })
  })
  after(() => gateway[Symbol.asyncDispose]())

  async function memberOf({ accountId }: Seller, role: 'OWNER' | 'READER'): Promise<Person> {
    const person = await register(gateway)
    await gateway.db.query(sql`delete from member where account_id = ${person.accountId}`)
    await join(gateway, person, accountId, role)
    return person
  }

  const rowsOf = (text: string, separator: string) =>
    text
      .trim()
      .split('\r\n')
      .map(line => line.split(separator))

  it('of the statement has the lines of the list, in reais', async () => {
    const answer = await ana.call('GET', '/api/statement/export.csv?format=iso&order=asc')
    assert.equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8; header=present')
    assert.equal(answer.headers.get('content-disposition'), `attachment; filename="statement-${seller.accountId}.csv"`)
    const { data } = (await ana.call('GET', '/api/statement?order=asc&language=en')).body
    const [header, ...rows] = rowsOf(answer.text, ',')
    assert.deepEqual(header?.slice(0, 4), ['id', 'date', 'type', 'description'])
    assert.deepEqual(
      rows.map(([id, date, type, message]) => [id, date, type, message]),
      data.map((line: Record<string, string>) => [line.id, line.date, line.type, line.description]),
    )
    assert.deepEqual(rows[0]?.slice(8, 9), [rows[0]?.[6]])
    assert.match(rows[0]?.[9] ?? '', /^E\d{8}/)
    assert.deepEqual(rows[0]?.slice(10), ['500.00', '500.00', '0.00', '0.00', '500.00', '500.00', '0.00', '', ''])
    assert.deepEqual(header?.slice(-2), ['idRec', 'contrato'])
  })

  it('opens in a Brazilian Excel', async () => {
    const { text, headers } = await ana.call('GET', '/api/statement/export.csv?from=2026-01-01&to=2999-12-31')
    assert.ok(text.startsWith('Lançamento;Data;Tipo;') || text.startsWith('\uFEFFLançamento;Data;Tipo;'))
    assert.match(text, /;500,00;/)
    assert.match(headers.get('content-disposition') ?? '', /extrato-\d+-2026-01-01-2999-12-31\.csv/)
  })

  it('of sales and cashouts has what their lists have', async () => {
    const sold = await seller.sell(12_34, {
      customer: { name: '=HYPERLINK("http://x")', email: 'joao@example.com', document: '52998224725' },
      externalReference: '+1',
    })
    const sales = await ana.call('GET', '/api/sales/export.csv?q=joao')
    assert.match(sales.text, /;"'=HYPERLINK\(""http:\/\/x""\)";joao@example.com;529\.982\.247-25;/)
    assert.match(sales.text, /;PENDENTE;PIX;12,34;/)
    assert.match(sales.text, /;"=""\+1""";/)
    assert.equal(rowsOf(sales.text, ';').length, 2)
    assert.ok(sales.text.includes(sold.uuid))
    const { body } = await seller.api('POST', '/api/public/cashout', {
      amount: 100,
      pixKey: 'recusada@example.com',
      pixKeyType: 'EMAIL',
      description: '@x',
    })
    await seller.reaches(`/api/public/cashout/${body.uuid}`, 'FAILED')
    const cashouts = await ana.call('GET', '/api/withdrawals/export.csv?format=iso&status=FAILED')
    const [, row] = rowsOf(cashouts.text, ',')
    assert.deepEqual(
      [row?.[1], row?.[4], row?.[5], row?.[10], row?.[12]],
      [body.uuid, 'FAILED', '100.00', 'recusada@example.com', '@x'],
    )
    const invalidKey = { amount: 100, pixKey: 'maria.example.com', pixKeyType: 'EMAIL' }
    const none = (await seller.api('POST', '/api/public/cashout', invalidKey)).body
    await seller.reaches(`/api/public/cashout/${none.uuid}`, 'FAILED')
    const whyIn = async (query: string, separator: string) => {
      const rows = rowsOf((await ana.call('GET', `/api/withdrawals/export.csv?${query}`)).text, separator)
      const of = ({ uuid }: { uuid: string }) => rows.find(cells => cells[1] === uuid)
      return [rows[0], of(none), of(body)].map(cells => cells?.slice(-2))
    }
    assert.deepEqual(await whyIn('format=br&status=FAILED', ';'), [
      ['Motivo da falha', 'Código da falha'],
      ['"A chave Pix não pode existir para o tipo escolhido, e nada foi enviado ao banco."', 'INVALID_PIX_KEY'],
      ['A conta de quem receberia não existe ou não é válida.', 'AC03'],
    ])
    assert.deepEqual(await whyIn('format=iso&status=FAILED', ','), [
      ['failure', 'failureCode'],
      ['No PIX key of type EMAIL can be that', 'INVALID_PIX_KEY'],
      ['A conta do recebedor não existe ou é inválida.', 'AC03'],
    ])
    for (const pixKey of ['01234567890', '012.345.678-90']) {
      const keyed = await seller.api('POST', '/api/public/cashout', { amount: 100, pixKey })
      await seller.reaches(`/api/public/cashout/${keyed.body.uuid}`, 'COMPLETED')
    }
    const done = rowsOf((await ana.call('GET', '/api/withdrawals/export.csv?status=COMPLETED')).text, ';')
    assert.deepEqual(
      done.slice(1).map(cells => cells[10]),
      Array(2).fill('"=""012.345.678-90"'.concat('""')),
    )
    assert.equal(rowsOf((await ana.call('GET', `/api/sales/export.csv?to=2020-01-01`)).text, ';').length, 1)
  })

  it('never has a row of another account', async () => {
    for (const path of ['/api/sales/export.csv', '/api/withdrawals/export.csv'])
      assert.equal(rowsOf((await rui.call('GET', path)).text, ';').length, 1)
    const { data } = (await ana.call('GET', '/api/statement')).body
    assert.ok(data.length < 15)
  })

  it('refuses in the panel’s shape what it cannot read, and a caller without a session', async () => {
    for (const query of ['from=x', 'type=x', 'format=xls', 'reference=x']) {
      const { status, body } = await ana.call('GET', `/api/statement/export.csv?${query}`)
      assert.deepEqual([status, body.error.code], [400, 'INVALID_DATA'], query)
    }
    assert.equal((await ana.call('GET', '/api/sales/export.csv', undefined, { cookie: null })).status, 401)
    assert.equal((await ana.call('HEAD', '/api/statement/export.csv')).status, 404)
  })

  slow('of any length takes the memory of a page', async () => {
    const answer = await begun(rui)
    const [used, lines] = await measured(
      answer,
      [0.1, 0.9].map(part => part * SALES * 2),
    )
    assert.equal(lines, SALES * 2 + 1)
    const grown = (used[1] ?? 0) - (used[0] ?? 0)
    assert.ok(grown < 8 * 1024 ** 2, `${grown} bytes more at the end than at the beginning`)
  })

  /** What is in use when so many lines have come, and how many came. */
  async function measured(answer: IncomingMessage, marks: number[]): Promise<[used: number[], lines: number]> {
    const used: number[] = []
    let lines = 0
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      for (const byte of chunk) if (byte === 10) lines++
      if (lines < (marks[used.length] ?? Number.POSITIVE_INFINITY)) continue
      collect()
      used.push(process.memoryUsage().heapUsed)
    }
    return [used, lines]
  }

  async function begun(person: Person, path = '/api/statement/export.csv', headers = {}): Promise<IncomingMessage> {
    const request = get(gateway.url + path, { headers: { cookie: person.cookie, ...headers } })
    request.on('error', () => {})
    const [answer] = await once(request, 'response')
    answer.on('error', () => {})
    return answer
  }

  slow('holds nothing of the database while it is not read, and one of its two places until it ends', async () => {
    const slow = [await begun(rui), await begun(rui)]
    await until(async () => {
      const [row] = await gateway.db.query<{ busy: number }>(sql`
        select count(*)::int as busy from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' and query like '%from transfer%'`)
      return row?.busy === 0
    }, 'the exports to wait for their readers')
    const refused = await rui.call('GET', '/api/sales/export.csv')
    assert.deepEqual(
      [refused.status, refused.body.error.code, refused.headers.get('retry-after')],
      [429, 'RATE_LIMITED', '15'],
    )
    assert.equal((await ana.call('GET', '/api/sales/export.csv')).status, 200)
    for (const answer of slow) answer.destroy()
    await until(async () => (await rui.call('GET', '/api/sales/export.csv')).status === 200, 'the places to be free')
  })

  it('goes no further than a page for a member who is removed meanwhile', async () => {
    const [elsewhere, olga] = [await signIn(gateway, rui), await registerOperator(gateway)]
    const views = `/api/admin/accounts/${large.accountId}/support-views`
    const { body: view } = await olga.call('POST', views, { reason: 'asked for help with a statement' })
    const ends: [Person, () => Promise<{ status: number }>][] = [
      [elsewhere, () => elsewhere.call('POST', '/api/auth/sign-out', {})],
      [olga, () => olga.call('POST', `/api/admin/support-views/${view.id}/end`)],
    ]
    for (const [person, end] of ends) {
      const lines = await linesWhere(person, async () => assert.ok((await end()).status < 300))
      assert.ok(lines <= 1_001, `${lines} lines`)
    }
  })

  /** How many lines come where this is done while the first of them are read. */
  async function linesWhere(person: Person, done: () => Promise<unknown>): Promise<number> {
    const holder = await connect(gateway.connection)
    await holder.query('begin; lock table transfer in access exclusive mode')
    const named = { 'x-account-id': String(large.accountId) }
    const beginning = begun(person, '/api/statement/export.csv', named)
    await until(async () => {
      const [row] = await gateway.db.query<{ waiting: number }>(sql`
        select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%from transfer%'`)
      return row?.waiting === 1
    }, 'the export to read')
    await done()
    await holder.query('commit')
    await holder.end()
    const answer = await beginning
    let lines = 0
    const closed = new Promise(ended => answer.once('close', ended))
    answer.on('data', (chunk: Buffer) => {
      for (const byte of chunk) if (byte === 10) lines++
    })
    await closed
    assert.equal(answer.complete, false)
    return lines
  }

  slow('and a page of what is rare look at a bounded part of the lines', async () => {
    await gateway.db.query(sql`
      insert into transfer (account_id, seq, kind, debit, credit, amount_centavos, available_after_centavos,
        blocked_after_centavos, forced, resolves_hold, psp_account_id, subject, subject_id, created_at, hash)
      select account_id, seq + 1, 'CORRECTION_CREDIT', 'clearing', 'available', 5, available_after_centavos + 5, 0, false, false,
        1, 'correction', 1, created_at, hash
      from transfer where account_id = ${large.accountId} and seq = ${2 * SALES}`)
    await gateway.db.query(sql`update wallet set seq = seq + 1, available_centavos = available_centavos + 5,
      clearing_centavos = clearing_centavos - 5 where account_id = ${large.accountId}`)
    const found: number[] = []
    for (let cursor = ''; ; ) {
      const { body } = await rui.call('GET', `/api/statement?type=CORRECTION_CREDIT&order=asc${cursor}`)
      found.push(body.data.length)
      if (body.nextCursor === null) break
      cursor = `&cursor=${body.nextCursor}`
    }
    assert.deepEqual(found, [0, 1])
    const rare = await rui.call('GET', '/api/statement/export.csv?type=CORRECTION_CREDIT')
    assert.equal(rowsOf(rare.text, ';').length, 2)
    const day = new Date(Date.now() - 40 * DAY_MS).toISOString().slice(0, 10)
    const { types } = (await rui.call('GET', `/api/statement/summary?from=${day}&to=${day}`)).body
    assert.deepEqual(
      types.map(({ count }: { count: number }) => count),
      [24 * 60, 24 * 60],
    )
  })
})
