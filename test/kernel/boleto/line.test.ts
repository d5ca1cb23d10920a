// Lines and bar codes of boletos: what real banks print, both ways, and what a wrong digit does.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { barCodeOfLine, buildBarCode, lineOfBarCode, printedLine, readLine } from '#kernel/boleto/line.ts'
import { addDays, type LocalDate } from '#kernel/calendar/local-time.ts'
import { centavos } from '#kernel/money.ts'
import { times } from '../../long.ts'

const day = (text: string) => text as LocalDate
const TODAY = day('2026-11-23')

/** As real banks and other people's tests have them. The last two are bills of a utility and a tax. */
const PRINTED: [line: string, barCode: string][] = [
  ['34191099098962746051539842030007610260000000350', '34196102600000003501099089627460513984203000'],
  ['34191095521707732077229826090002514820000000300', '34195148200000003001095517077320772982609000'],
  ['23793381286000782713695000063305975520000370000', '23799755200003700003381260007827139500006330'],
  ['00190000090361557400500000024174396700000991000', '00193967000009910000000003615574000000002417'],
  ['23794150099001980167035000211405700000000000000', '23797000000000000004150090019801673500021140'],
  ['836400000011331201380002812884627116080136181551', '83640000001331201380008128846271108013618155'],
  ['858900004609524601791605607593050865831483000010', '85890000460524601791606075930508683148300001'],
]

const OWN_LINE = '99990000040000000000000000000422516460000012345'
const OWN_BAR_CODE = '99995164600000123450000000000000000000000042'

describe('the line of a boleto', () => {
  for (const [line, barCode] of [...PRINTED, [OWN_LINE, OWN_BAR_CODE] as const])
    it(`${line} is ${barCode}, and the other way round`, () => {
      assert.equal(barCodeOfLine(line), barCode)
      assert.equal(lineOfBarCode(barCode), line)
    })

  const READ: [line: string, near: string, dueOn: string | null, amount: bigint | null][] = [
    ['34191.09909 89627.460515 39842.030007 6 10260000000350', '2025-03-01', '2025-03-20', 350n],
    ['34191095521707732077229826090002514820000000300', '2026-11-23', '2026-06-19', 300n],
    ['23793381286000782713695000063305975520000370000', '2018-06-01', '2018-06-11', 3_700_00n],
    [' 00190000090361557400500000024174396700000991000\n', '2024-01-01', '2024-03-29', 9_910_00n],
    ['23794150099001980167035000211405700000000000000', '2026-11-23', null, null],
    [OWN_LINE, '2026-11-23', '2026-11-30', 123_45n],
  ]
  for (const [line, near, dueOn, amount] of READ)
    it(`${line.trim()} is due ${dueOn ?? 'on no day'}`, () => {
      const read = readLine(line, day(near))
      assert.deepEqual([read?.dueOn, read?.amount], [dueOn, amount])
      assert.equal(read?.line, line.replace(/[.\s]/g, ''))
    })

  it('is printed in five groups', () =>
    assert.equal(printedLine(OWN_LINE), '99990.00004 00000.000000 00000.000422 5 16460000012345'))

  const REFUSED: [what: string, text: string][] = [
    ['a bill of a utility', PRINTED[5]?.[0] ?? ''],
    ['a bill of a tax', PRINTED[6]?.[0] ?? ''],
    ['a bar code', OWN_BAR_CODE],
    ['another currency', '99980000040000000000000000000422516460000012345'],
    ['a digit less', OWN_LINE.slice(1)],
    ['a digit more', `${OWN_LINE}0`],
    ['letters', OWN_LINE.replace('9', 'O')],
    ['digits of another script', OWN_LINE.replace('9', '٩')],
    ['nothing', ''],
    ['a very long text', '9'.repeat(100_000)],
  ]
  for (const [what, text] of REFUSED) it(`is not ${what}`, () => assert.equal(readLine(text, TODAY), null))
})

/** The same numbers in each run; a linear congruence is enough to spread them. */
function numbersFrom(seed: bigint): (below: bigint) => bigint {
  let state = seed
  return below => {
    state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) % 2n ** 64n
    return (state >> 11n) % below
  }
}

/** All digits but the first, which makes a bill of it, and the currency. */
const CHECKED = Array.from({ length: 43 }, (_, n) => n + 1).filter(at => at !== 3)

describe('random boletos', () => {
  const next = numbersFrom(19n)
  const digits = (count: number) => String(next(10n ** BigInt(count))).padStart(count, '0')
  const randomOne = () => ({
    bank: digits(3).replace(/^8/, '7'),
    dueOn: next(20n) === 0n ? null : addDays(day('2015-01-01'), Number(next(12_000n))),
    amount: next(20n) === 0n ? null : centavos(1n + next(9_999_999_999n)),
    freeField: digits(25),
  })

  it('read back as what went in', () => {
    for (let n = 0; n < times(400, 10_000); n++) {
      const { freeField, ...content } = randomOne()
      const barCode = buildBarCode({ ...content, freeField })
      const line = lineOfBarCode(barCode) ?? ''
      assert.equal(barCodeOfLine(line), barCode)
      assert.equal(barCode.slice(19), freeField)
      const near = addDays(content.dueOn ?? TODAY, Number(next(4_000n)) - 2_000)
      assert.deepEqual(readLine(printedLine(line), near), { ...content, barCode, line })
    }
  })

  it('with one wrong digit in a field of the line are none', () => {
    for (let n = 0; n < times(20, 500); n++) {
      const line = lineOfBarCode(buildBarCode(randomOne())) ?? ''
      for (let at = 0; at < 32; at++) assert.equal(readLine(otherAt(line, at), TODAY), null, `${line} at ${at}`)
    }
  })

  it('with one wrong digit in the bar code are none, but where modulo 11 writes 1 for several remainders', () => {
    const codes = Array.from({ length: times(20, 500) }, () => buildBarCode(randomOne()))
    const wrong = codes.flatMap(barCode => CHECKED.map(at => ({ barCode, changed: otherAt(barCode, at) })))
    const missed = wrong.filter(({ changed }) => lineOfBarCode(changed) !== null)
    assert.deepEqual([...new Set(missed.map(({ barCode }) => barCode[4]))], ['1'])
    assert.ok(wrong.length > 9 * missed.length, `${missed.length} of ${wrong.length} missed`)
  })

  const otherAt = (text: string, at: number): string => {
    const digit = (Number(text[at]) + 1 + Number(next(9n))) % 10
    return text.slice(0, at) + digit + text.slice(at + 1)
  }
})

describe('a bar code', () => {
  const content = { bank: '999', dueOn: day('2026-11-30'), amount: centavos(123_45), freeField: '42'.padStart(25, '0') }

  it('is what a bank makes of bank, due day, amount and its own field', () =>
    assert.equal(buildBarCode(content), OWN_BAR_CODE))

  for (const amount of [1n, 9_999_999_999n])
    it(`carries ${amount} centavos`, () => {
      const line = lineOfBarCode(buildBarCode({ ...content, amount: centavos(amount) })) ?? ''
      assert.equal(readLine(line, TODAY)?.amount, amount)
    })

  it('of a bill has a check digit of its own', () => {
    const bill = PRINTED[5]?.[1] ?? ''
    assert.equal(bill[3], '4')
    assert.equal(lineOfBarCode(`${bill.slice(0, 3)}5${bill.slice(4)}`), null)
  })

  const REFUSED: [change: object, complaint: RegExp][] = [
    [{ bank: '99' }, /bank/],
    [{ bank: '826' }, /bank/],
    [{ freeField: '1' }, /freeField/],
    [{ amount: centavos(0) }, /amount/],
    [{ amount: centavos(10_000_000_000n) }, /amount/],
    [{ dueOn: day('1997-10-07') }, /1997-10-07/],
    [{ dueOn: day('2049-10-14') }, /2049-10-14/],
  ]
  for (const [change, complaint] of REFUSED)
    it(`cannot carry ${JSON.stringify(change, (_key, value) => (typeof value === 'bigint' ? String(value) : value))}`, () =>
      assert.throws(() => buildBarCode({ ...content, ...change }), complaint))
})
