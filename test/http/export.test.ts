// Downloads: in the requested form, harmless to spreadsheets, bounded in number, and no longer than their client reads.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import Fastify from 'fastify'
import { type Column, headerOf, rowsText } from '#http/response/csv.ts'
import { openExports, sendCsv } from '#http/response/export.ts'
import { Failure } from '#kernel/failure.ts'
import { type Centavos, centavos } from '#kernel/money.ts'
import { until } from '../until.ts'

interface Row {
  name: string
  amount: Centavos
  at: Date
}

const COLUMNS: Column<Row>[] = [
  { br: 'Cliente', iso: 'customer', cell: row => row.name },
  { br: 'Valor', iso: 'amount', cell: row => row.amount },
  { br: 'Data', iso: 'date', cell: row => row.at },
]
const at = new Date('2026-01-31T02:30:00Z')

describe('a table as text', () => {
  const text = (name: string, format: 'br' | 'iso' = 'iso') =>
    rowsText(COLUMNS, [{ name, amount: centavos(-1234_05), at }], format)

  it('has semicolons, decimal commas, the hour of São Paulo and a mark for Excel in Brazil', () => {
    assert.equal(headerOf(COLUMNS, 'br'), '\uFEFFCliente;Valor;Data\r\n')
    assert.equal(text('Ana; Bia', 'br'), '"Ana; Bia";-1234,05;30/01/2026 23:30:00\r\n')
  })

  it('has commas, decimal points and moments for programs', () => {
    assert.equal(headerOf(COLUMNS, 'iso'), 'customer,amount,date\r\n')
    assert.equal(text('Ana "Nina" Souza, filha'), '"Ana ""Nina"" Souza, filha",-1234.05,2026-01-31T02:30:00.000Z\r\n')
  })

  it('makes no formula of any text', () => {
    const formulas = [
      '=1+1',
      '+55 11',
      '-2',
      '@SUM(A1)',
      '\t=1',
      ' =1',
      '\n=1',
      '＝1',
      '＋1',
      '－1',
      '＠x',
      '=HYPERLINK("x")',
    ]
    for (const formula of formulas) assert.match(text(formula, 'br'), /^"?'/, JSON.stringify(formula))
    for (const plain of ['Ana', "D'Ávila", '12345678909', 'a=b', '', '529.982.247-25', 'Ana 2', '7'])
      assert.ok(text(plain, 'br').startsWith(`${plain};`), plain)
  })

  it('leaves every text as it is for programs', () => {
    for (const plain of ['=1+1', '+55 11', '@x', '-2', '00123', '1E5', 'MAR1'])
      assert.ok(text(plain).startsWith(`${plain},`), plain)
  })

  it('keeps a spreadsheet from making numbers, dates and times of texts', () => {
    const texts = ['00123456', '5511987654321', '1E5', '1,5', '1.500', '10%', '1/2', '10-12', '12:30', '2026-01-31 x']
    for (const changed of [...texts, 'MAR1', 'set/26', '5 dezembro', 'VERDADEIRO', '1e10', ' 007']) {
      const quote = '"'.repeat(2)
      assert.equal(text(changed, 'br').split(';')[0], `"=${quote}${changed}${quote}"`)
    }
  })

  it('writes references as text, whatever they look like, and as nothing more', () => {
    const column: Column<string> = {
      br: 'Referência',
      iso: 'reference',
      isReference: true,
      cell: reference => reference,
    }
    const written = (reference: string) => rowsText([column], [reference], 'br')
    assert.equal(written('00123456'), '"=""00123456"""\r\n')
    assert.equal(written('7'), '"=""7"""\r\n')
    assert.equal(written('+5511987654321'), '"=""+5511987654321"""\r\n')
    assert.equal(written(''), '\r\n')
    // Quotes are doubled for the formula and once more for the table: no text leaves its literal.
    assert.equal(written('"&A1&"'), `"=${'"'.repeat(2)}${'"'.repeat(4)}&A1&${'"'.repeat(4)}${'"'.repeat(2)}"\r\n`)
    assert.equal(written('=1\n2'), '"\'=1\n2"\r\n')
    assert.equal(rowsText([column], ['00123456'], 'iso'), '00123456\r\n')
  })
})

describe('an export', () => {
  let isLetIn = true
  const bounds = { perAccount: 2, inAll: 3, stillLetIn: async () => isLetIn }
  const exports = openExports({ ...bounds, silenceMs: 500 })
  /** Callers who are silent keep their places for as long as a test may take. */
  const patient = openExports({ ...bounds, silenceMs: 600_000 })
  const server = Fastify({ forceCloseConnections: true })
  let ended = 0
  let pages = 0
  before(async () => {
    server.setErrorHandler((error, _request, reply) =>
      error instanceof Failure ? reply.code(429).send({ code: error.code }) : reply.code(500).send(),
    )
    for (const [path, places] of [
      ['/:account', exports],
      ['/patient/:account', patient],
    ] as const)
      server.get<{ Params: { account: string } }>(path, (request, reply) =>
        sendCsv(reply, { exports: places, accountId: Number(request.params.account) }, async () => {
          if (request.params.account === '9') throw new Failure('INVALID_DATA', 'no')
          return { name: 'x', format: 'iso', columns: COLUMNS, pages: endless() }
        }),
      )
    await server.listen({ port: 0, host: '127.0.0.1' })
  })
  after(() => server.close())

  async function* endless(): AsyncGenerator<Row[]> {
    try {
      const page = Array.from({ length: 1_000 }, () => ({ name: 'Ana', amount: centavos(1), at }))
      for (;;) {
        pages++
        yield page
      }
    } finally {
      ended++
    }
  }

  async function begun(account: number | `patient/${number}`): Promise<IncomingMessage> {
    const request = get({ port: (server.server.address() as AddressInfo).port, host: '127.0.0.1', path: `/${account}` })
    request.on('error', () => {})
    const [answer] = await once(request, 'response')
    answer.on('error', () => {})
    return answer
  }

  it('reads no further than its caller does, and ends when that one is silent', async () => {
    const answer = await begun(1)
    const closed = new Promise(done => answer.once('close', done))
    answer.once('data', () => answer.pause())
    await until(() => ended === 1, 'the silent caller to be given up')
    assert.ok(pages < 1_000, `${pages} pages were read for nobody`)
    answer.resume()
    await closed
    assert.equal(answer.complete, false)
  })

  it('goes no further for a caller who is let in no more', async () => {
    const before = ended
    const answer = await begun(1)
    await once(answer, 'data')
    const closed = new Promise(done => answer.once('close', done))
    isLetIn = false
    answer.resume()
    await closed.finally(() => {
      isLetIn = true
    })
    assert.equal(answer.complete, false)
    await until(() => ended === before + 1, 'the export to end')
  })

  it('ends when its caller disconnects', async () => {
    const before = ended
    const answer = await begun(1)
    await once(answer, 'data')
    answer.destroy()
    await until(() => ended === before + 1, 'the export to end')
  })

  it('is refused where the account, or all together, have as many as may run', async () => {
    const running = [await begun('patient/1'), await begun('patient/1')]
    assert.equal((await begun('patient/1')).resume().statusCode, 429)
    running.push(await begun('patient/2'))
    assert.equal((await begun('patient/3')).resume().statusCode, 429)
    for (const answer of running) answer.destroy()
    await until(async () => {
      const answer = await begun('patient/3')
      answer.destroy()
      return answer.statusCode === 200
    }, 'the places to be free')
  })

  it('takes no place where it is refused', async () => {
    for (let n = 0; n < 5; n++) assert.equal((await begun(9)).resume().statusCode, 429)
    const place = exports.take(9)
    place.release()
    place.release()
  })
})
