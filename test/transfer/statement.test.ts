// Statement files of the bank: what is read, what is refused with its line, and that each credit is booked once, whatever file it came from.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { dateAt } from '#kernel/calendar/local-time.ts'
import { MAX_OFX_LINES, readOfx } from '#sale/movement/ofx.ts'
import { type Person, registerOperator } from '../access/person.ts'
import { assertBooks, offences } from '../books.ts'
import { GATEWAY_INVARIANTS, LEDGER_INVARIANTS } from '../books-invariants.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { times } from '../long.ts'
import { at, statusOf } from '../sale/selling.ts'
import { until } from '../until.ts'
import { ANA, soldByTransfer, transferred, transferSeller } from './selling.ts'

interface Line {
  id?: string
  amount?: string
  memo?: string
  type?: string
  day?: string
}

let lastId = 0
const line = ({
  id = `N${++lastId}`,
  amount = '12.34',
  memo = 'TED RECEBIDA',
  type = 'CREDIT',
  day = '20261123',
}: Line = {}) =>
  `<STMTTRN>\n<TRNTYPE>${type}\n<DTPOSTED>${day}120000[-3:BRT]\n<TRNAMT>${amount}\n<FITID>${id}\n<MEMO>${memo}\n</STMTTRN>`

const sgml = (lines: string[], { charset = '1252', account = '1234567' } = {}) =>
  [
    `OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nENCODING:USASCII\nCHARSET:${charset}\n`,
    `<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>BRL<BANKACCTFROM><ACCTID>${account}</BANKACCTFROM><BANKTRANLIST>`,
    ...lines,
    '</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n',
  ].join('\n')

const xml = (memo: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><?OFX OFXHEADER="200" VERSION="211"?><OFX><STMTRS><CURDEF>BRL</CURDEF>
<BANKACCTFROM><ACCTID>123456-7</ACCTID></BANKACCTFROM><STMTTRN><TRNTYPE>CREDIT</TRNTYPE><DTPOSTED>20261123</DTPOSTED>
<TRNAMT>1,50</TRNAMT><FITID>X1</FITID><NAME>Jo&#227;o &amp; C&lt;ia</NAME><MEMO>${memo}</MEMO></STMTTRN></STMTRS></OFX>`

describe('a file', () => {
  const reading = (text: string, encoding: BufferEncoding = 'utf8') => readOfx(Buffer.from(text, encoding))
  const refusal = (text: string) => {
    const read = reading(text)
    return 'reason' in read ? `${read.line}: ${read.reason}` : 'read'
  }

  it('is read in OFX 1.x and 2.x, in ISO-8859-1 and UTF-8', () => {
    for (const encoding of ['latin1', 'utf8'] as const) {
      const read = reading(sgml([line({ memo: 'TED JOSÉ ÇÃO' })]), encoding)
      assert.equal('lines' in read && read.lines[0]?.memo, 'TED JOSÉ ÇÃO')
    }
    const read = reading(xml('Transferência'))
    assert.deepEqual('lines' in read && { account: read.account, ...read.lines[0] }, {
      account: '123456-7',
      id: 'X1',
      day: '2026-11-23',
      amount: 150n,
      type: 'CREDIT',
      name: 'João & C<ia',
      memo: 'Transferência',
    })
  })

  it('is refused whole with the line and the reason', () => {
    const whole = sgml([line(), line()])
    assert.match(refusal('banana'), /^1: is no OFX file/)
    assert.match(
      refusal(whole.slice(0, whole.lastIndexOf('<FITID>'))),
      /^1[0-9]: ends within a <STMTTRN>: the file is cut$/,
    )
    assert.match(refusal(whole.replace('</OFX>', '')), /has no <\/OFX>/)
    assert.match(refusal(sgml([line(), line({ amount: '12.345' })])), /^1[0-9]: <TRNAMT> is no amount: 12\.345$/)
    assert.match(refusal(sgml([line({ day: '20261399' })])), /<DTPOSTED> is no day/)
    assert.match(refusal(sgml([line({ id: '' })])), /has no <FITID>/)
    assert.match(refusal(whole.replace('</STMTTRN>', '')), /does not end before the next/)
    assert.match(refusal(whole.replace('BRL', 'USD')), /currency USD/)
    assert.match(refusal(whole.replace(/<BANKACCTFROM>.*<\/BANKACCTFROM>/, '')), /names no account/)
    assert.match(refusal(sgml(Array.from({ length: MAX_OFX_LINES + 1 }, () => line()))), /more than 5000 lines/)
    assert.match(refusal(`${whole.slice(0, 30)}\0${whole.slice(30)}`), /no text/)
    const read = readOfx(Buffer.from(xml('ã').replace('ã', 'ÿÿ'), 'latin1'))
    assert.match('reason' in read ? read.reason : 'read', /says that it is UTF-8/)
  })

  it('whose last tag is a long name that is never closed is refused as soon as any other of its size', () => {
    const tookMs = (text: string) => {
      const from = performance.now()
      assert.match(refusal(text), /has no <\/OFX>/)
      return performance.now() - from
    }
    const name = 'A'.repeat(200_000)
    const closedMs = tookMs(`<OFX><${name}>`)
    const openMs = tookMs(`<OFX><${name}`)
    assert.ok(openMs < 1_000 + 20 * closedMs, `${openMs} ms, and ${closedMs} ms where it is closed`)
  })
})

describe('the import of a file', () => {
  let gateway: TestGateway
  let seller: Seller
  let olga: Person
  before(async () => {
    gateway = await openTestGateway()
    seller = await transferSeller(gateway)
    olga = await registerOperator(gateway)
  })
  after(() => gateway?.[Symbol.asyncDispose]())

  const PATH = '/api/admin/psp/accounts/1/movements'
  const upload = async (text: string | Buffer) => {
    const file = Buffer.from(text as string).toString('base64')
    const { status, body } = await olga.call('POST', `${PATH}/ofx`, { file, name: 'extrato.ofx' })
    return status === 200 ? body : `${status} ${JSON.stringify(body)}`
  }
  const NONE = { booked: 0, paid: 0, uncertain: 0, known: 0, pix: 0, unclear: 0, debits: 0 }
  const inOrder = async () =>
    assert.deepEqual(await offences(gateway.db, { ...LEDGER_INVARIANTS, ...GATEWAY_INVARIANTS }), [])

  it('pays the sales of its TEDs, by reference and by payer; Pix and debits are not booked', async () => {
    const [one, other] = [
      await soldByTransfer(seller),
      await soldByTransfer(seller, { amount: 77_00, items: [{ title: 'Boné', unitPrice: 77_00, quantity: 1 }] }),
    ]
    const text = sgml([
      line({ amount: '100.00', memo: `TED ${one.bankTransfer.reference}` }),
      line({ amount: '77.00', memo: 'TED 529.982.247-25 ANA' }),
      line({ amount: '50.00', memo: 'PIX RECEBIDO BIA' }),
      line({ amount: '-30.00', type: 'DEBIT', memo: 'TED ENVIADA' }),
    ])
    assert.deepEqual(await upload(text), { ...NONE, booked: 2, paid: 2, pix: 1, debits: 1 })
    assert.deepEqual([await statusOf(seller, one), await statusOf(seller, other)], ['PAGO', 'PAGO'])
    assert.deepEqual(await upload(text), { ...NONE, known: 3, debits: 1 })
    await inOrder()
  })

  it('books nothing twice: the same file, files that overlap, equal lines, and other ids for the same lines', async () => {
    const [a, b, c] = [
      line({ id: 'A1', amount: '9.01' }),
      line({ id: 'A2', amount: '9.01' }),
      line({ id: 'A3', amount: '9.02' }),
    ]
    assert.deepEqual(await upload(sgml([a, b])), { ...NONE, booked: 2 })
    assert.deepEqual(await upload(sgml([b, c])), { ...NONE, booked: 1, known: 1 })
    assert.deepEqual(await upload(sgml([a, b, c])), { ...NONE, known: 3 })
    // A bank that numbers its lines anew in each file.
    const renamed = sgml([
      line({ id: 'B1', amount: '9.01' }),
      line({ id: 'B2', amount: '9.01' }),
      line({ id: 'B3', amount: '9.01' }),
    ])
    assert.deepEqual(await upload(renamed), { ...NONE, booked: 1, unclear: 2 })
    const [twice, again] = await Promise.all([
      upload(sgml([line({ id: 'Z', amount: '9.09' })])),
      upload(sgml([line({ id: 'Z', amount: '9.09' })])),
    ])
    assert.deepEqual(twice.booked + again.booked, 1)
    await inOrder()
  })

  it('books nothing of a file that is cut, of another account, or that nobody can read', async () => {
    const before = await gateway.db.query(sql`select id from movement`)
    const whole = sgml([line({ amount: '5.55' }), line({ amount: '5.56' })])
    assert.match(await upload(whole.slice(0, -60)), /^400 .*file: line \d+: .*Nothing of it was imported/)
    assert.match(await upload(sgml([line()], { account: '7654321' })), /^400 .*another account/)
    assert.match(await upload('nada'), /^400 .*no OFX file/)
    assert.equal((await olga.call('POST', `${PATH}/ofx`, { file: 'não é base 64' })).status, 400)
    assert.equal((await olga.call('POST', PATH.replace('1', '99').concat('/ofx'), { file: 'YQ==' })).status, 404)
    assert.equal((await gateway.db.query(sql`select id from movement`)).length, before.length)
  })

  it('leaves to a person what does not say that it is a TED: booked once, or dismissed', async () => {
    assert.deepEqual(
      await upload(sgml([line({ amount: '6.01', memo: 'CREDITO' }), line({ amount: '6.02', memo: 'DEPOSITO' })])),
      { ...NONE, unclear: 2 },
    )
    const unclear = async () =>
      (await olga.call('GET', `${PATH}?state=UNCLEAR&limit=100`)).body.data as { id: number; amount: number }[]
    const [two, one] = (await unclear()).filter(({ amount }) => amount === 6_01 || amount === 6_02)
    const decide = (id: number | undefined, verb: string) =>
      olga.call('POST', `${PATH}/${id}/${verb}`, { reason: 'conferido no banco' })
    assert.deepEqual(
      [(await decide(one?.id, 'book')).body.state, (await decide(two?.id, 'dismiss')).body.state],
      ['BOOKED', 'DISMISSED'],
    )
    assert.equal((await decide(one?.id, 'book')).status, 409)
    assert.equal((await decide(999_999, 'book')).status, 404)
    await inOrder()
  })

  it('takes 5,000 lines', async () => {
    const lines = Array.from({ length: 5_000 }, (_, n) =>
      line({ amount: n < 20 ? `${n + 1}.77` : `-${n}.00`, type: n < 20 ? 'CREDIT' : 'DEBIT' }),
    )
    assert.deepEqual(await upload(sgml(lines)), { ...NONE, booked: 20, debits: 4_980 })
    const log = await olga.call('GET', '/api/admin/audit?action=statement.imported')
    assert.equal(log.body.data[0].detail.debits, 4_980)
  })
})

it('thousands of credits in one file are booked once each, and pay the sales that they name', async () => {
  await using gateway = await openTestGateway()
  const seller = await transferSeller(gateway)
  const olga = await registerOperator(gateway)
  const path = '/api/admin/psp/accounts/1/movements/ofx'
  const count = times(60, MAX_OFX_LINES)
  const sales = await Promise.all(
    Array.from({ length: 10 }, (_, n) => {
      const amount = 10_00 + n
      return soldByTransfer(seller, { amount, items: [{ title: `Boné ${n}`, unitPrice: amount, quantity: 1 }] })
    }),
  )
  const lines = Array.from({ length: count }, (_, n) => {
    const sale = n % Math.floor(count / sales.length) === 0 ? sales[n / Math.floor(count / sales.length)] : undefined
    const cents = sale?.amount ?? 10_000_00 + n
    return line({ amount: (cents / 100).toFixed(2), memo: sale ? `TED ${sale.bankTransfer.reference}` : `TED ${n}` })
  })
  const upload = async (of: string[]) => {
    const { status, body, text } = await olga.call('POST', path, { file: Buffer.from(sgml(of)).toString('base64') })
    assert.equal(status, 200, text)
    return body
  }
  const none = { booked: 0, paid: 0, uncertain: 0, known: 0, pix: 0, unclear: 0, debits: 0 }
  // A day's first file, then the whole of it.
  const half = Math.floor(count / 2)
  assert.deepEqual(await upload(lines.slice(0, half)), { ...none, booked: half, paid: 5 })
  assert.deepEqual(await upload(lines), { ...none, booked: count - half, paid: 5, known: half })
  assert.deepEqual(await upload(lines), { ...none, known: count })
  for (const sale of sales) assert.equal(await statusOf(seller, sale), 'PAGO')
  const [booked] = await gateway.db.query<{ count: number }>(sql`select count(*)::int as count from receipt`)
  assert.equal(booked?.count, count)
  assert.deepEqual(await offences(gateway.db, { ...LEDGER_INVARIANTS, ...GATEWAY_INVARIANTS }), [])
})

it('a TED that the PSP lists and the file of the day has as well is booked once', async () => {
  await using gateway = await openTestGateway({ env: { SWEEP_EVERY_MS: '150' } })
  const seller = await transferSeller(gateway)
  const olga = await registerOperator(gateway)
  const sale = await soldByTransfer(seller)
  await transferred(gateway, { amount: '100.00', by: 'TED' })
  await transferred(gateway, { amount: '8.00', by: 'PIX', ...ANA })
  await seller.reaches(at(sale), 'PAGO')
  const answer = await fetch(`${gateway.bankUrl}/sandbox/statement.ofx?day=${dateAt(new Date())}`)
  const file = Buffer.from(await answer.arrayBuffer()).toString('base64')
  const { body } = await olga.call('POST', '/api/admin/psp/accounts/1/movements/ofx', { file })
  assert.deepEqual(body, { booked: 0, paid: 0, uncertain: 0, known: 1, pix: 1, unclear: 0, debits: 0 })
  const pix = sql`select from receipt where amount_centavos = 800`
  await until(async () => (await gateway.db.query(pix)).length === 1 || null, 'the Pix to be booked')
  await assertBooks({ db: gateway.db, bankUrl: gateway.bankUrl })
})

it('of equal credits of a day each is told apart, whether the file or the PSP’s statement had it first', async () => {
  await using gateway = await openTestGateway({ env: { SWEEP_EVERY_MS: '150' } })
  const seller = await transferSeller(gateway)
  const olga = await registerOperator(gateway)
  const list = async (query: string) =>
    (await olga.call('GET', `/api/admin/psp/accounts/1/movements?${query}`)).body.data as Record<string, unknown>[]
  const file = Buffer.from(sgml([line({ amount: '7.01', day: dateAt(gateway.now()).replaceAll('-', '') })]))
  const path = '/api/admin/psp/accounts/1/movements/ofx'
  assert.equal((await olga.call('POST', path, { file: file.toString('base64') })).body.booked, 1)
  await transferred(gateway, { amount: '7.01', by: 'TED' })
  await transferred(gateway, { amount: '7.02', by: 'TED' })
  const psp = async () => (await list('limit=100')).filter(({ source }) => source === 'PSP').map(({ amount }) => amount)
  await until(async () => (await psp()).includes(7_02) || null, 'the PSP’s statement to be read')
  assert.deepEqual(await psp(), [7_02])
  await transferred(gateway, { amount: '7.01', by: 'TED' })
  await until(async () => (await psp()).includes(7_01) || null, 'the second one of that amount')
  assert.deepEqual((await psp()).toSorted(), [7_01, 7_02])
  const sale = await soldByTransfer(seller)
  await transferred(gateway, { amount: '100.00', by: 'TED', message: sale.bankTransfer.reference })
  await seller.reaches(at(sale), 'PAGO')
  const [paid] = await list('state=BOOKED&limit=1')
  const receipt = paid?.receipt as { accountId: number; status: string; reason: null } | undefined
  assert.deepEqual([receipt?.accountId, receipt?.status, receipt?.reason], [seller.accountId, 'ACCEPTED', null])
})
