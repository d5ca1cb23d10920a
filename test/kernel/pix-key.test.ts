import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { guessPixKeyType, normalisePixKey, PIX_KEY_TYPES, type PixKeyType } from '#kernel/pix/pix-key.ts'

const RANDOM_KEY = '123e4567-e12b-12d1-a456-426655440000'
const MAX_EMAIL = `${'a'.repeat(65)}@example.com`

const accepted: [PixKeyType, string, string][] = [
  ['CPF', '52998224725', '52998224725'],
  ['CPF', ' 529.982.247-25 ', '52998224725'],
  ['CNPJ', '00.000.000/0001-91', '00000000000191'],
  ['CNPJ', '12.abc.345/01de-35', '12ABC34501DE35'],
  ['EMAIL', ' Fulano.De.Tal+pix@Example.COM ', 'fulano.de.tal+pix@example.com'],
  ['EMAIL', "o'neil&_#!$*/=?^`{|}~-@a-b.example", "o'neil&_#!$*/=?^`{|}~-@a-b.example"],
  ['EMAIL', 'recusada@banco', 'recusada@banco'],
  ['EMAIL', MAX_EMAIL, MAX_EMAIL],
  ['PHONE', '+5511987654321', '+5511987654321'],
  ['PHONE', '+55 (11) 98765-4321', '+5511987654321'],
  ['PHONE', '5511987654321', '+5511987654321'],
  ['PHONE', '11987654321', '+5511987654321'],
  ['PHONE', '(11) 98765-4321', '+5511987654321'],
  ['PHONE', '1133334444', '+551133334444'],
  ['PHONE', '55987654321', '+5555987654321'],
  ['PHONE', '5533334444', '+555533334444'],
  ['RANDOM', RANDOM_KEY, RANDOM_KEY],
  ['RANDOM', RANDOM_KEY.toUpperCase(), RANDOM_KEY],
]

const refused: [PixKeyType, string][] = [
  ['CPF', ''],
  ['CPF', '52998224724'],
  ['CPF', '11111111111'],
  ['CPF', '00000000000191'],
  ['CNPJ', '52998224725'],
  ['CNPJ', '00000000000192'],
  ['EMAIL', ''],
  ['EMAIL', 'fulano'],
  ['EMAIL', '@example.com'],
  ['EMAIL', 'fulano@'],
  ['EMAIL', 'a@b@example.com'],
  ['EMAIL', 'fulano silva@example.com'],
  ['EMAIL', '100%@example.com'],
  ['EMAIL', 'joão@example.com'],
  ['EMAIL', '\u212Aelvin@example.com'],
  ['EMAIL', 'a@-example.com'],
  ['EMAIL', 'a@example-.com'],
  ['EMAIL', 'a@example..com'],
  ['EMAIL', 'a@example.com.'],
  ['EMAIL', `a${MAX_EMAIL}`],
  ['PHONE', ''],
  ['PHONE', '+'],
  ['PHONE', '987654321'],
  ['PHONE', '01987654321'],
  ['PHONE', '10987654321'],
  ['PHONE', '11887654321'],
  ['PHONE', '+12125550123'],
  ['PHONE', '+551198765432100'],
  ['PHONE', '++5511987654321'],
  ['PHONE', '11/98765/4321'],
  ['PHONE', '１１９８７６５４３２１'],
  ['RANDOM', RANDOM_KEY.replaceAll('-', '')],
  ['RANDOM', `{${RANDOM_KEY}}`],
  ['RANDOM', RANDOM_KEY.replace('e', 'g')],
]

describe('a Pix key of its type', () => {
  for (const [type, given, key] of accepted) {
    it(`${type} ${JSON.stringify(given)} is kept as ${key}`, () => assert.equal(normalisePixKey(type, given), key))
  }
  for (const [type, given] of refused) {
    it(`${type} ${JSON.stringify(given)} cannot exist`, () => assert.equal(normalisePixKey(type, given), null))
  }

  it('is read quickly however long the text is', () => {
    for (const type of PIX_KEY_TYPES) {
      for (const unit of ['a', '1', ' ', 'a@', 'a.', '(', '-']) {
        assert.equal(normalisePixKey(type, unit.repeat(500_000)), null)
      }
    }
  })

  it('has one form: normalising it again changes nothing', () => {
    const alphabet = fc.constantFrom(...'0123456789abcdefABCDEF@.-+()/ ')
    fc.assert(
      fc.property(fc.constantFrom(...PIX_KEY_TYPES), fc.string({ unit: alphabet, maxLength: 40 }), (type, given) => {
        const key = normalisePixKey(type, given)
        if (key !== null) assert.equal(normalisePixKey(type, key), key)
      }),
      { numRuns: 5_000 },
    )
    for (const [type, , key] of accepted) assert.equal(normalisePixKey(type, key), key)
  })
})

describe('the type of a bare key', () => {
  const guesses: [string, PixKeyType | null][] = [
    ['52998224725', 'CPF'],
    ['529.982.247-25', 'CPF'],
    ['12ABC34501DE35', 'CNPJ'],
    ['00.000.000/0001-91', 'CNPJ'],
    ['Fulano@Example.com', 'EMAIL'],
    ['+55 11 98765-4321', 'PHONE'],
    [RANDOM_KEY, 'RANDOM'],
    ['11987654321', null],
    ['5511987654321', null],
    ['(11) 98765-4321', null],
    ['', null],
    ['fulano', null],
  ]
  for (const [given, type] of guesses) {
    it(`of ${JSON.stringify(given)} is ${type ?? 'unknown'}`, () => assert.equal(guessPixKeyType(given), type))
  }

  it('is CPF for a mobile number whose digits are also a CPF', () => {
    const both = Array.from({ length: 10_000 }, (_, n) => `1198765${String(n).padStart(4, '0')}`).find(
      digits => normalisePixKey('CPF', digits) !== null,
    )
    assert.ok(both)
    assert.equal(normalisePixKey('PHONE', both), `+55${both}`)
    assert.equal(guessPixKeyType(both), 'CPF')
    assert.equal(guessPixKeyType(`+55${both}`), 'PHONE')
  })
})
