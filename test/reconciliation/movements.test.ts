// Credits of the bank's statements against what is booked of them: by the PSP's own list, by the bank's files, and by both.
import assert from 'node:assert/strict'
import test from 'node:test'
import sql from 'sql-template-tag'
import { centavos } from '#kernel/money.ts'
import { DAY_MS } from '#kernel/time.ts'
import type { Movement } from '#psp/port.ts'
import { entriesOf } from '#reconciliation/run/movements.ts'
import type { KeptLine } from '#reconciliation/run/movements-store.ts'
import { findings, untilIdle } from '../books.ts'
import { todayAtNoon } from '../midnight.ts'
import { at } from '../sale/selling.ts'
import { soldByTransfer, transferred, transferSeller } from '../transfer/selling.ts'
import { until } from '../until.ts'
import { openScene, type Scene } from './reconciling.ts'

const NOON = new Date('2026-11-23T15:00:00Z')
const lineOf = (lineId: string, cents: number): Movement => ({
  lineId,
  amount: centavos(cents),
  paidAt: NOON,
  payer: { name: '', document: '' },
  message: null,
})

test('of equal credits each counts once, whichever statement it stands on', () => {
  const kept = (n: number, source: 'PSP' | 'OFX', lineId: string): KeptLine => ({
    entryId: `T1-${n}`,
    source,
    lineId,
    amount: centavos(500),
    state: 'BOOKED',
    booked: { accountId: 1001, amount: 500, since: NOON.toISOString() },
  })
  const lines = [lineOf('a', 500), lineOf('b', 500), lineOf('c', 500), lineOf('d', 700)]
  const entries = entriesOf(lines, [kept(1, 'OFX', 'x'), kept(2, 'PSP', 'a'), kept(3, 'PSP', 'z')], NOON)
  const found = entries.map(({ entryId, ours, theirs }) => `${entryId} ${ours?.amount ?? '-'} ${theirs?.amount ?? '-'}`)
  // Of b and c the file has one, and nothing has the other; the PSP has taken z back.
  assert.deepEqual(found, ['T1-1 500 500', 'T1-2 500 500', 'T1-3 500 -', 'c - 500', 'd - 700'])
})

const PATH = '/api/admin/psp/accounts/1/movements'

async function upload({ olga, day }: Scene, ...lines: [amount: string, memo: string][]) {
  const date = day.replaceAll('-', '')
  const text = lines.map(
    ([amount, memo]) =>
      `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>${date}<TRNAMT>${amount}<FITID>${memo}<MEMO>${memo}</STMTTRN>`,
  )
  const file = Buffer.from(`<OFX><ACCTID>123456-7${text.join('\n')}</OFX>`).toString('base64')
  const { status, body, text: message } = await olga.call('POST', `${PATH}/ofx`, { file })
  assert.equal(status, 200, message)
  return body
}

test('a day of transfers', async t => {
  await using scene = await openScene({ SWEEP_EVERY_MS: '200' }, todayAtNoon())
  const { gateway, olga } = scene
  // What happened before the account was here is not ours; a file says of a credit no more than its day.
  await gateway.db.query(sql`
    update psp_account set created_at = created_at - ${DAY_MS} * interval '1 millisecond', seal = default`)
  const seller = await transferSeller(gateway)
  const sale = await soldByTransfer(seller)
  // The bank's file has it before the PSP's list does, under another id.
  await upload(scene, ['12.00', 'TED 1'])
  await transferred(gateway, { amount: '12.00', by: 'TED' })
  await transferred(gateway, { amount: '100.00', by: 'TED', message: sale.bankTransfer.reference })
  await transferred(gateway, { amount: '13.00', by: 'TED' })
  await transferred(gateway, { amount: '14.00', by: 'PIX' })
  await seller.reaches(at(sale), 'PAGO')
  await upload(scene, ['15.00', 'CREDITO 1'], ['16.00', 'CREDITO 2'], ['14.00', 'PIX RECEBIDO'])
  const decide = async (cents: number, verb: string) => {
    const { body } = await olga.call('GET', `${PATH}?state=UNCLEAR`)
    const { id } = body.data.find((one: { amount: number }) => one.amount === cents)
    const { status, text } = await olga.call('POST', `${PATH}/${id}/${verb}`, { reason: 'conferido no banco' })
    assert.equal(status, 200, text)
  }
  await decide(15_00, 'dismiss')
  await until(
    async () => (await gateway.db.query(sql`select from receipt where amount_centavos in (1300, 1400)`))[1] ?? null,
    'all that came',
  )
  await untilIdle(gateway)
  await scene.nextDay()

  await t.test('differs by the line that waits for a person, and by nothing once it is booked', async () => {
    const run = await scene.reconciled()
    assert.deepEqual(await scene.open(), ['movement MISSING_HERE 1600'])
    // Two of the PSP's list, one of the file, and the Pix.
    assert.equal(run.matched, 3 + 1)
    await decide(16_00, 'book')
    assert.equal((await scene.reconciled()).differences, 0)
    assert.deepEqual(await scene.open(), [])
  })

  await t.test('differs where the bank has taken a credit back, or listed it otherwise', async () => {
    await scene.plant(['delete from ted where amount = 10000'], ['update ted set amount = 1301 where amount = 1300'])
    await scene.reconciled()
    const found = await scene.open()
    assert.ok(found.includes('movement MISSING_THERE -10000'), found.join('\n'))
    assert.ok(found.includes('movement MISSING_THERE -1300'), found.join('\n'))
    assert.deepEqual(await findings(gateway.db), [])
  })
})
