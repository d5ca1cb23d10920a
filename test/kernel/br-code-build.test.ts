import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { centavos, MAX_CENTAVOS } from '#kernel/money.ts'
import { buildDynamicCode, buildRecurrenceCode, buildStaticCode, parseBrCode } from '#kernel/pix/br-code.ts'

const FULANO = { merchantName: 'Fulano de Tal', merchantCity: 'BRASILIA' }

describe('a code that is built', () => {
  const KEY = { ...FULANO, key: 'fulano@example.com' }
  const URL_OF_77 = `pix.example.com/${'a'.repeat(61)}`

  it('carries names without accents, odd characters and double blanks, cut to 25 and 15', () => {
    const code = buildStaticCode({
      key: 'a@b.com',
      merchantName: '  Açaí & Pão de Queijo da Vovó Conceição Ltda™ ',
      merchantCity: 'São José do Vale do Rio Preto',
    })
    const parsed = parseBrCode(code)
    assert.equal(parsed?.merchantName, 'Acai Pao de Queijo da Vov')
    assert.equal(parsed?.merchantCity, 'Sao Jose do Val')
  })

  it('has no blank at its ends after the cut', () => {
    const code = buildStaticCode({
      ...KEY,
      merchantName: 'Comercio de Frutas Belas Artes',
      merchantCity: 'Santa Rita de X',
    })
    assert.equal(parseBrCode(code)?.merchantName, 'Comercio de Frutas Belas')
    const cut = buildStaticCode({ ...KEY, merchantCity: 'Sao Jose do Ri Preto' })
    assert.equal(parseBrCode(cut)?.merchantCity, 'Sao Jose do Ri')
  })

  it('writes 12 in a dynamic code, 11 in a static one where it is requested, else nothing', () => {
    assert.match(buildDynamicCode({ ...FULANO, url: 'a.b/c' }), /^00020101021226/)
    assert.match(buildStaticCode({ ...KEY, reusable: true }), /^00020101021126/)
    assert.match(buildStaticCode(KEY), /^00020126/)
    assert.match(buildRecurrenceCode({ ...FULANO, recurrenceUrl: 'a.b/c' }), /^00020126/)
  })

  it('fills each field to its last character and stays below 512', () => {
    const merchant = { merchantName: 'N'.repeat(25), merchantCity: 'C'.repeat(15), amount: MAX_CENTAVOS }
    const fullStatic = { ...merchant, key: 'k'.repeat(77), txid: 'T'.repeat(25), recurrenceUrl: URL_OF_77 }
    const fullDynamic = { ...merchant, url: URL_OF_77, recurrenceUrl: URL_OF_77 }
    assert.deepEqual(parseBrCode(buildStaticCode({ ...fullStatic, reusable: true })), { kind: 'static', ...fullStatic })
    assert.deepEqual(parseBrCode(buildDynamicCode(fullDynamic)), { kind: 'dynamic', ...fullDynamic })
    assert.ok(buildStaticCode({ ...fullStatic, reusable: true }).length <= 512)
  })

  it('gives the information the room that the key leaves, and drops one that is empty', () => {
    const info = 'i'.repeat(73 - KEY.key.length)
    assert.equal(parseBrCode(buildStaticCode({ ...KEY, info }))?.info, info)
    assert.equal(buildStaticCode({ ...KEY, info: ' ✓ ' }), buildStaticCode(KEY))
    assert.throws(
      () => buildStaticCode({ ...KEY, info: `${info}i` }),
      new RangeError('info is longer than the 55 characters that this key leaves'),
    )
  })

  const refusals: [string, () => string, RegExp][] = [
    ['a url of 78', () => buildDynamicCode({ ...FULANO, url: `${URL_OF_77}a` }), /^RangeError: url /],
    ['a url with its scheme', () => buildDynamicCode({ ...FULANO, url: 'https://a.b/c' }), /^RangeError: url /],
    ['an empty url', () => buildDynamicCode({ ...FULANO, url: '' }), /^RangeError: url /],
    ['a url with a blank', () => buildDynamicCode({ ...FULANO, url: 'a.b/c d' }), /^RangeError: url /],
    [
      'a recurrence url of 78',
      () => buildRecurrenceCode({ ...FULANO, recurrenceUrl: `${URL_OF_77}a` }),
      /^RangeError: recurrenceUrl /,
    ],
    ['a key of 78', () => buildStaticCode({ ...FULANO, key: 'k'.repeat(78) }), /^RangeError: key /],
    ['a key with an accent', () => buildStaticCode({ ...FULANO, key: 'josé@example.com' }), /^RangeError: key /],
    ['an empty key', () => buildStaticCode({ ...FULANO, key: '' }), /^RangeError: key /],
    ['a txid of 26', () => buildStaticCode({ ...KEY, txid: 'a'.repeat(26) }), /^RangeError: txid /],
    ['a txid with a hyphen', () => buildStaticCode({ ...KEY, txid: 'a-b' }), /^RangeError: txid /],
    ['an amount of zero', () => buildStaticCode({ ...KEY, amount: centavos(0) }), /^RangeError: amount /],
    ['a negative amount', () => buildStaticCode({ ...KEY, amount: centavos(-1) }), /^RangeError: amount /],
    [
      'an amount of eleven digits',
      () => buildStaticCode({ ...KEY, amount: centavos(MAX_CENTAVOS + 1n) }),
      /^RangeError: amount /,
    ],
    [
      'a name without a usable character',
      () => buildStaticCode({ ...KEY, merchantName: '日本' }),
      /^RangeError: merchantName /,
    ],
    ['an empty city', () => buildStaticCode({ ...KEY, merchantCity: ' ' }), /^RangeError: merchantCity /],
  ]
  for (const [what, build, expected] of refusals) it(`cannot carry ${what}`, () => assert.throws(build, expected))
})
