import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { normalisePixKey } from '#kernel/pix/pix-key.ts'
import { readAs, readTypedPixKey } from '../../panel/src/cashout/request/typed-pix-key.ts'

const PHONE = 'PHONE +5511987654321'

const readings: [typed: string, ...expected: string[]][] = [
  ['(11) 98765-4321', PHONE],
  ['11987654321', PHONE],
  ['11 98765 4321', PHONE],
  ['11 9 8765-4321', PHONE],
  ['+55 11 98765-4321', PHONE],
  ['5511987654321', PHONE],
  ['55 (11) 98765-4321', PHONE],
  ['011 98765-4321', PHONE],
  ['(011) 98765-4321', PHONE],
  ['\u200b+55\u00a011 98765-4321', PHONE],
  ['(11) 3333-4444', 'PHONE +551133334444'],
  ['529.982.247-25', 'CPF 52998224725'],
  ['529 982 247 25', 'CPF 52998224725'],
  ['52998224725', 'CPF 52998224725'],
  ['00.000.000/0001-91', 'CNPJ 00000000000191'],
  ['12.abc.345/01de-35', 'CNPJ 12ABC34501DE35'],
  [' Fulano.Tal@Example.COM ', 'EMAIL fulano.tal@example.com'],
  ['123E4567-E12B-12D1-A456-426655440000', 'RANDOM 123e4567-e12b-12d1-a456-426655440000'],
  // A CPF and a mobile phone of São Paulo.
  ['11987650034', 'CPF 11987650034', 'PHONE +5511987650034'],
  ['119.876.500-34', 'CPF 11987650034'],
  ['(11) 98765-0034', 'PHONE +5511987650034'],
  // A CPF with a slip, in its own layout or of no area code, is no phone.
  ['119.876.543-21'],
  ['20987654321'],
  ['1133334444'],
  ['+1 212 555 0123'],
  ['fulano'],
  [''],
]

describe('a Pix key as people write it', () => {
  for (const [typed, ...expected] of readings)
    it(`${JSON.stringify(typed)} is ${expected.join(' or ') || 'not recognised'}`, () =>
      assert.deepEqual(
        readTypedPixKey(typed).map(({ type, key }) => `${type} ${key}`),
        expected,
      ))

  it('is read as the type that the person has chosen', () => {
    assert.equal(readAs('PHONE', '(11) 98765-4321'), '+5511987654321')
    assert.equal(readAs('CPF', '529 982 247 25'), '52998224725')
    assert.equal(readAs('PHONE', 'fulano@example.com'), null)
  })

  it('yields only keys in the directory’s own form', () => {
    const unit = fc.constantFrom(...'0123456789abcdefABCDEF@.-+()/ ')
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 40 }), typed => {
        for (const { type, key } of readTypedPixKey(typed)) assert.equal(normalisePixKey(type, key), key)
      }),
      { numRuns: 3_000 },
    )
  })

  it('is read quickly however long the text is', () => {
    for (const unit of ['0', '(0', 'a@', ' ']) assert.deepEqual(readTypedPixKey(unit.repeat(500_000)), [])
  })
})
