import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cnpj, cpf } from 'cpf-cnpj-validator'
import fc from 'fast-check'
import { isCnpj, isCpf, maskDocument, parseDocument } from '#kernel/pix/document.ts'

function text(alphabet: string, length: number) {
  return fc.string({ unit: fc.constantFrom(...alphabet), minLength: length, maxLength: length })
}

const DIGITS = '0123456789'
const ALPHABET = `${DIGITS}ABCDEFGHIJKLMNOPQRSTUVWXYZ`
const RUNS = { numRuns: 2_000 }

function endings(base: string): string[] {
  return Array.from({ length: 100 }, (_, ending) => base + String(ending).padStart(2, '0'))
}

describe('a document', () => {
  const accepted: [string, 'CPF' | 'CNPJ', string][] = [
    ['12345678909', 'CPF', '12345678909'],
    ['52998224725', 'CPF', '52998224725'],
    ['529.982.247-25', 'CPF', '52998224725'],
    ['12ABC34501DE35', 'CNPJ', '12ABC34501DE35'],
    ['12.ABC.345/01DE-35', 'CNPJ', '12ABC34501DE35'],
    ['12.abc.345/01de-35', 'CNPJ', '12ABC34501DE35'],
    ['00000000000191', 'CNPJ', '00000000000191'],
    ['00.000.000/0001-91', 'CNPJ', '00000000000191'],
  ]
  for (const [given, kind, digits] of accepted) {
    it(`${given} is a ${kind}`, () => assert.deepEqual(parseDocument(given), { kind, digits }))
  }

  const refused = [
    '',
    '.',
    '52998224724',
    '5299822472',
    '529982247250',
    '529 982 247 25',
    ' 52998224725',
    '529.982.247-25\n',
    '+52998224725',
    '５２９９８２２４７２５',
    '12ABC34501DE36',
    '12ABC34501DE3A',
    '12ABÇ34501DE35',
    '12.ABC.345/01DE-35.',
    'a'.repeat(1_000_000),
  ]
  for (const given of refused) {
    it(`${JSON.stringify(given.slice(0, 20))} is none`, () => assert.equal(parseDocument(given), null))
  }

  it('whose characters are all equal is none, even where the check digits fit', () => {
    for (const digit of DIGITS) {
      assert.equal(parseDocument(digit.repeat(11)), null)
      assert.equal(parseDocument(digit.repeat(14)), null)
    }
  })

  it('with a letter outside ASCII that has an ASCII upper case is none', () => {
    const valid = endings('12ABI34501DE').find(isCnpj)
    assert.ok(valid)
    assert.ok(parseDocument(valid.replace('I', 'i')))
    assert.equal(parseDocument(valid.replace('I', 'ı')), null)
  })
})

describe('the bare forms', () => {
  it('isCpf and isCnpj take no punctuation and no lower case', () => {
    assert.equal(isCpf('52998224725'), true)
    assert.equal(isCpf('529.982.247-25'), false)
    assert.equal(isCnpj('12ABC34501DE35'), true)
    assert.equal(isCnpj('12abc34501de35'), false)
    assert.equal(isCnpj('12.ABC.345/01DE-35'), false)
    assert.equal(isCnpj('52998224725'), false)
  })
})

describe('cpf-cnpj-validator agrees', () => {
  // It alone also refuses 12345678909, a number with right check digits.
  const theirCpf = (digits: string) => digits === '12345678909' || cpf.isValid(digits, true)

  it('on every CPF and CNPJ that it makes', () => {
    for (let count = 0; count < 1_000; count++) {
      const [person, company] = [cpf.generate(), cnpj.generate()]
      assert.deepEqual(parseDocument(person), { kind: 'CPF', digits: person })
      assert.deepEqual(parseDocument(cpf.format(person)), { kind: 'CPF', digits: person })
      assert.deepEqual(parseDocument(company), { kind: 'CNPJ', digits: company })
      assert.deepEqual(parseDocument(cnpj.format(company).toLowerCase()), { kind: 'CNPJ', digits: company })
    }
  })

  it('on any 11 digits, and on all 100 endings of any nine', () => {
    fc.assert(
      fc.property(text(DIGITS, 11), digits => assert.equal(isCpf(digits), theirCpf(digits))),
      RUNS,
    )
    fc.assert(
      fc.property(text(DIGITS, 9), base => {
        for (const digits of endings(base)) assert.equal(isCpf(digits), theirCpf(digits))
      }),
    )
  })

  it('on any 14 characters, and on all 100 endings of any twelve', () => {
    fc.assert(
      fc.property(text(ALPHABET, 14), digits => assert.equal(isCnpj(digits), cnpj.isValid(digits, true))),
      RUNS,
    )
    fc.assert(
      fc.property(fc.oneof(text(ALPHABET, 12), text(DIGITS, 12)), base => {
        for (const digits of endings(base)) assert.equal(isCnpj(digits), cnpj.isValid(digits, true))
      }),
    )
  })

  it('on any short text, in its strict reading', () => {
    const given = fc.string({ unit: fc.constantFrom(...`${DIGITS}ABZ./-`), maxLength: 18 })
    fc.assert(
      fc.property(given, candidate => {
        if (theirCpf(candidate) || cnpj.isValid(candidate, true)) assert.ok(parseDocument(candidate))
        if (parseDocument(candidate)) assert.ok(cpf.isValid(candidate) || cnpj.isValid(candidate))
      }),
      RUNS,
    )
  })
})

describe('a masked document', () => {
  it('hides the beginning and the check digits', () => {
    assert.equal(maskDocument('52998224725'), '***.982.247-**')
    assert.equal(maskDocument('12ABC34501DE35'), '**.ABC.345/01DE-**')
  })

  it('is hidden whole when it is no document', () => {
    assert.equal(maskDocument(''), '***')
    assert.equal(maskDocument('5299822472'), '***')
  })
})
