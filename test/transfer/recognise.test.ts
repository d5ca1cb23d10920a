// Which sale a transfer pays, as a table: what came, what waits, and what the rule says.
import assert from 'node:assert/strict'
import test from 'node:test'
import type { Centavos } from '#kernel/money.ts'
import { systemRandom } from '#kernel/time.ts'
import { type AwaitedTransfer, type Recognised, recognise } from '#sale/transfer/recognise.ts'
import { mintReference, referencesIn } from '#sale/transfer/reference.ts'

const ANA = '52998224725'
const BIA = '11144477735'
const REF = { one: 'ACDEFGHJ', two: 'KMNPQRTU' }

const waits = (saleId: number, more: Partial<AwaitedTransfer> = {}): AwaitedTransfer => ({
  accountId: 1001,
  saleId: BigInt(saleId),
  reference: REF.one,
  amount: 100_00n as Centavos,
  document: ANA,
  isOpen: true,
  ...more,
})
const other = (more: Partial<AwaitedTransfer> = {}) => waits(2, { reference: REF.two, ...more })

const came = (amount: bigint, document: string, message: string | null = null) => ({
  amount: amount as Centavos,
  document,
  message,
})

/** "1: 1", "1: 1 beside 2", "3: 2 1", "4". */
function inWords(recognised: Recognised): string {
  if (recognised.rank === 4) return '4'
  if (recognised.rank === 3) return `3: ${recognised.candidates.map(({ sale }) => sale.saleId).join(' ')}`
  const others = recognised.rank === 1 ? recognised.others.map(({ saleId }) => ` beside ${saleId}`).join('') : ''
  return `${recognised.rank}: ${recognised.sale.saleId}${others}`
}

const ROWS: [name: string, received: ReturnType<typeof came>, awaited: AwaitedTransfer[], expected: string][] = [
  ['the reference and the amount', came(100_00n, '', REF.one), [waits(1), other()], '1: 1'],
  ['the reference, from another person', came(100_00n, BIA, REF.one), [waits(1)], '1: 1'],
  ['the reference in small letters, in groups, among words', came(100_00n, '', 'ref: acde-fghj!'), [waits(1)], '1: 1'],
  [
    'the reference of one, amount and payer of another',
    came(100_00n, BIA, REF.one),
    [waits(1), other({ document: BIA })],
    '1: 1 beside 2',
  ],
  ['two references in one message', came(100_00n, '', `${REF.one} ${REF.two}`), [waits(1), other()], '3: 1 2'],
  ['a reference that two sales have', came(100_00n, '', REF.one), [waits(1), waits(2)], '3: 1 2'],
  ['the reference, one centavo below', came(99_99n, ANA, REF.one), [waits(1)], '3: 1'],
  ['the reference, one centavo above', came(100_01n, ANA, REF.one), [waits(1)], '3: 1'],
  ['the reference of a sale that has ended', came(100_00n, ANA, REF.one), [waits(1, { isOpen: false })], '3: 1'],
  [
    'a reference that cannot be, and the payer of another',
    came(100_00n, BIA, REF.one),
    [waits(1, { amount: 5n as Centavos }), other({ document: BIA })],
    '3: 1 2',
  ],
  ['amount and payer of one', came(100_00n, ANA), [waits(1), other({ document: BIA })], '2: 1'],
  ['amount and payer of two', came(100_00n, ANA), [waits(1), other()], '3: 1 2'],
  ['amount and payer of two, one of which has ended', came(100_00n, ANA), [waits(1), other({ isOpen: false })], '2: 1'],
  ['the payer alone', came(50_00n, ANA), [waits(1)], '3: 1'],
  ['the amount alone, of another person', came(100_00n, BIA), [waits(1)], '3: 1'],
  ['the amount alone, where the PSP names no payer', came(100_00n, ''), [waits(1)], '3: 1'],
  ['a masked document', came(100_00n, '***.982.247-**'), [waits(1)], '3: 1'],
  ['the payer of a sale that has ended', came(50_00n, ANA), [waits(1, { isOpen: false })], '4'],
  ['the amount of a sale that has ended', came(100_00n, BIA), [waits(1, { isOpen: false })], '4'],
  ['neither', came(50_00n, BIA, 'aluguel'), [waits(1), other()], '4'],
  ['nothing waits', came(100_00n, ANA, REF.one), [], '4'],
  ['a reference that is cut', came(50_00n, BIA, REF.one.slice(1)), [waits(1)], '4'],
]

for (const [name, received, awaited, expected] of ROWS)
  test(`${name}: ${expected}`, () => {
    assert.equal(inWords(recognise(received, awaited)), expected)
    // The order in which they are found changes nothing but the order among equals.
    assert.equal(recognise(received, awaited.toReversed()).rank, Number(expected[0]))
  })

test('candidates say what agrees and what does not, the likeliest first', () => {
  const recognised = recognise(came(99_00n, ANA, REF.two), [
    waits(1, { amount: 99_00n as Centavos, document: BIA }),
    other(),
  ])
  assert.equal(recognised.rank, 3)
  assert.deepEqual(
    recognised.rank === 3 && recognised.candidates.map(({ sale, agrees }) => ({ id: sale.saleId, ...agrees })),
    [
      { id: 2n, reference: true, amount: false, document: true, isOpen: true },
      { id: 1n, reference: false, amount: true, document: false, isOpen: true },
    ],
  )
})

test('references have 8 characters that nobody takes for one another, and are found in what they are written into', () => {
  for (let n = 0; n < 2_000; n++) {
    const reference = mintReference(systemRandom)
    assert.match(reference, /^[^01258BILOSZ\W_a-z]{8}$/)
    assert.ok(referencesIn(`Pedido 12/ref ${reference.toLowerCase().replace(/(.{4})/, '$1 ')}`).includes(reference))
  }
  assert.deepEqual(referencesIn(null), [])
})
