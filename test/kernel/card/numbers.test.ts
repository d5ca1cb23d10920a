// Numbers of cards, and where one stands that nobody should have sent.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { isCardNumber } from '#kernel/card/luhn.ts'
import { findCardNumber } from '#kernel/card/stray-number.ts'

const VALID = [
  '4000000000000010',
  '4000000000000051',
  '378282246310005',
  '4222222222222',
  '6062825624254001',
  '5555555555554444',
  '4000000000000000006',
]

describe('a card number', () => {
  for (const number of VALID) it(`is ${number}`, () => assert.ok(isCardNumber(number)))
  for (const text of [
    '4000000000000011',
    '',
    '0',
    '400000000000',
    '40000000000000000000',
    '4000 0000 0000 0010',
    '٤٠٠٠٠٠٠٠٠٠٠٠٠٠١٠',
  ])
    it(`is not "${text}"`, () => assert.ok(!isCardNumber(text)))

  it('is none with any one digit changed', () => {
    fc.assert(
      fc.property(fc.constantFrom(...VALID), fc.nat(18), fc.integer({ min: 1, max: 9 }), (number, at, more) => {
        const place = at % number.length
        const digit = (Number(number[place]) + more) % 10
        assert.ok(!isCardNumber(number.slice(0, place) + digit + number.slice(place + 1)))
      }),
    )
  })
})

describe('a card number in a body', () => {
  const PLACES: [body: unknown, place: string | null][] = [
    [{ items: [{ title: 'Livro' }, { title: 'cartão 4000 0000 0000 0010 do João' }] }, 'items.1.title'],
    [{ customer: { name: '4000-0000-0000-0010' } }, 'customer.name'],
    [{ card: { token: '4000000000000010' } }, 'card.token'],
    [{ metadata: { '4000000000000010': 1 } }, 'metadata'],
    [{ '4000000000000010': 1 }, 'body'],
    [{ metadata: { order: 4000000000000010 } }, 'metadata.order'],
    [{ note: 'exp 12/31 4000000000000010, cvv 123' }, 'note'],
    [{ note: '4000000000000010.' }, 'note'],
    // The token of a card, a document, a phone, the line of a boleto, an order's number.
    [{ card: { token: '47f13d72c883c1547ae4a0df11eb46194f333f85' } }, null],
    [{ customer: { document: '4000000000000010', phone: '4000000000000010' } }, null],
    [{ note: '99990000040000000000000000000422516460000012345' }, null],
    // A product's number, a moment in milliseconds.
    [{ title: 'Livro 7890000000015', url: 'https://loja.example/?t=1700000000004' }, null],
    [{ note: 'pedido 4000000000000011', amount: 10_000, ok: true, none: null }, null],
    ['4000000000000010', ''],
  ]
  for (const [body, place] of PLACES)
    it(`stands in ${JSON.stringify(body)} at ${place}`, () => assert.equal(findCardNumber(body), place))

  it('is none within a token or an id in hexadecimal digits, and one beside it', () => {
    const digits = fc.constantFrom(...VALID)
    const hex = (length: number) => fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length })
    fc.assert(
      fc.property(digits, hex(12), hex(12), (number, before, after) => {
        const token = `${before}a${number}${after}`
        assert.equal(findCardNumber({ card: { token } }), null)
        assert.equal(findCardNumber({ note: `tok_${token.toUpperCase()}` }), null)
        assert.equal(findCardNumber({ note: `${token} ${number}` }), 'note')
      }),
    )
    assert.equal(findCardNumber({ reference: '47f13d72-c883-4000-8000-400000000010' }), null)
    assert.equal(findCardNumber({ reference: `a${VALID[0]}` }), 'reference', 'too short for an id')
  })
})
