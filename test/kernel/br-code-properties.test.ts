import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createDynamicPix, createRecurrencePix, createStaticPix, hasError, parsePix } from 'pix-utils'
import { centavos, MAX_CENTAVOS, toReais } from '#kernel/money.ts'
import { buildDynamicCode, buildRecurrenceCode, buildStaticCode, crc16, parseBrCode } from '#kernel/pix/br-code.ts'

const WRITABLE = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 $%*+-./:@_'
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

function text(alphabet: string, minLength: number, maxLength: number) {
  return fc.string({ unit: fc.constantFrom(...alphabet), minLength, maxLength })
}

function tidyText(maxLength: number) {
  return text(WRITABLE, 1, maxLength)
    .map(value => value.replace(/ +/g, ' ').trim())
    .filter(value => value !== '')
}

const amount = fc.bigInt(1n, MAX_CENTAVOS).map(centavos)
const merchant = { merchantName: tidyText(25), merchantCity: tidyText(15) }
const url = text('abcdefghijklmnopqrstuvwxyz0123456789./-_?=', 1, 77)
const optional = { requiredKeys: ['merchantName', 'merchantCity'] } as const

const staticCode = fc.record(
  {
    ...merchant,
    key: text('abc123@.+-', 1, 40),
    amount,
    info: tidyText(33),
    txid: text(WRITABLE.slice(0, 62), 1, 25),
    recurrenceUrl: url,
  },
  { requiredKeys: [...optional.requiredKeys, 'key'] },
)
const dynamicCode = fc.record(
  { ...merchant, url, amount, recurrenceUrl: url },
  { requiredKeys: [...optional.requiredKeys, 'url'] },
)
const recurrenceCode = fc.record({ ...merchant, recurrenceUrl: url })
const anyCode = fc.oneof(
  staticCode.map(code => buildStaticCode(code)),
  dynamicCode.map(code => buildDynamicCode(code)),
  recurrenceCode.map(code => buildRecurrenceCode(code)),
)

describe('every code that is built', () => {
  it('reads back as what went in', () => {
    fc.assert(
      fc.property(staticCode, code =>
        assert.deepEqual(parseBrCode(buildStaticCode(code)), { kind: 'static', ...code }),
      ),
    )
    fc.assert(
      fc.property(dynamicCode, code =>
        assert.deepEqual(parseBrCode(buildDynamicCode(code)), { kind: 'dynamic', ...code }),
      ),
    )
    fc.assert(
      fc.property(recurrenceCode, code =>
        assert.deepEqual(parseBrCode(buildRecurrenceCode(code)), { kind: 'recurrence', ...code }),
      ),
    )
  })

  it('is no code after any one character is changed', () => {
    const character = fc.oneof(
      fc.constantFrom(...WRITABLE),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    )
    fc.assert(
      fc.property(anyCode, fc.nat(), character, (code, place, replacement) => {
        const at = place % code.length
        const isChecksum = at >= code.length - 4
        const isSame = (a = '', b = '') => a === b || (isChecksum && a.toUpperCase() === b.toUpperCase())
        fc.pre(!isSame(code[at], replacement))
        assert.equal(parseBrCode(code.slice(0, at) + replacement + code.slice(at + 1)), null)
      }),
      { numRuns: 2_000 },
    )
  })

  it('is no code with one character missing, or two neighbours swapped', () => {
    fc.assert(
      fc.property(anyCode, fc.nat(), (code, place) => {
        const at = place % (code.length - 1)
        assert.equal(parseBrCode(code.slice(0, at) + code.slice(at + 1)), null)
        fc.pre(code[at] !== code[at + 1])
        assert.equal(parseBrCode(code.slice(0, at) + code[at + 1] + code[at] + code.slice(at + 2)), null)
      }),
      { numRuns: 1_000 },
    )
  })

  it('holds any name that a merchant may have', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), (merchantName, merchantCity) => {
        const code = buildStaticCode({
          key: 'a@b.com',
          merchantName: `A${merchantName}`,
          merchantCity: `B${merchantCity}`,
        })
        assert.equal(parseBrCode(code)?.key, 'a@b.com')
      }),
    )
  })
})

describe('any text at all', () => {
  it('is read or refused, and never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 600 }), code => assert.equal(parseBrCode(code), null)))
  })

  it('is read or refused also when its checksum is right', () => {
    const id = fc.constantFrom('00', '01', '02', '03', '05', '25', '26', '27', '53', '54', '58', '59', '60', '62', '80')
    const value = fc.oneof(fc.constantFrom('01', '986', 'BR', '1.00', '0014br.gov.bcb.pix0101k'), text(WRITABLE, 1, 20))
    const fields = fc.array(fc.tuple(id, value), { maxLength: 12 })
    fc.assert(
      fc.property(fields, fc.boolean(), (extra, isGenuine) => {
        const genuine: [string, string][] = isGenuine
          ? [
              ['00', '01'],
              ['53', '986'],
              ['58', 'BR'],
              ['59', 'N'],
              ['60', 'C'],
            ]
          : []
        const list = [...genuine, ...extra].map(([id, value]) => id + String(value.length).padStart(2, '0') + value)
        const unsealed = `${list.join('')}6304`
        const parsed = parseBrCode(unsealed + crc16(unsealed))
        if (parsed !== null) assert.ok(parsed.key ?? parsed.url ?? parsed.recurrenceUrl)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('pix-utils agrees', () => {
  it('on the codes that we build', () => {
    fc.assert(
      fc.property(staticCode, code => {
        const theirs = parsePix(buildStaticCode(code))
        assert.ok(!hasError(theirs) && theirs.type === 'STATIC')
        assert.equal(theirs.pixKey, code.key)
        assert.equal(theirs.merchantName, code.merchantName)
        assert.equal(theirs.merchantCity, code.merchantCity)
        assert.equal(theirs.infoAdicional, code.info)
        assert.equal(theirs.txid, code.txid ?? '***')
        assert.equal(theirs.transactionAmount, code.amount === undefined ? 0 : Number(toReais(code.amount)))
        assert.equal(theirs.urlRec, code.recurrenceUrl)
      }),
    )
    fc.assert(
      fc.property(dynamicCode, code => {
        const theirs = parsePix(buildDynamicCode(code))
        assert.ok(!hasError(theirs) && theirs.type === 'DYNAMIC')
        assert.equal(theirs.url, code.url)
        assert.equal(theirs.urlRec, code.recurrenceUrl)
      }),
    )
    fc.assert(
      fc.property(recurrenceCode, code => {
        const theirs = parsePix(buildRecurrenceCode(code))
        assert.ok(!hasError(theirs) && theirs.type === 'RECURRENCE')
        assert.equal(theirs.urlRec, code.recurrenceUrl)
      }),
    )
  })

  // It writes names in upper case and amounts through floating point, so both sides get what survives that.
  const shout = { merchantName: text(LETTERS, 1, 25), merchantCity: text(LETTERS, 1, 15) }

  it('on the static codes that it builds, character by character', () => {
    const code = fc.record({
      ...shout,
      key: text('abc123@.+-', 1, 40),
      cents: fc.integer({ min: 1, max: 9_999_999 }),
      txid: text(LETTERS, 1, 25),
      info: text(LETTERS, 1, 33),
      recurrenceUrl: url,
    })
    fc.assert(
      fc.property(code, ({ key, cents, info, recurrenceUrl, ...rest }) => {
        const pix = createStaticPix({
          ...rest,
          pixKey: key,
          transactionAmount: cents / 100,
          infoAdicional: info,
          urlRec: recurrenceUrl,
        })
        assert.ok(!hasError(pix))
        const ours = { ...rest, key, info, recurrenceUrl, amount: centavos(cents) }
        assert.equal(buildStaticCode(ours), pix.toBRCode())
        assert.deepEqual(parseBrCode(pix.toBRCode()), { kind: 'static', ...ours })
      }),
    )
  })

  it('on the dynamic and recurrence codes that it builds, character by character', () => {
    fc.assert(
      fc.property(fc.record({ ...shout, url, recurrenceUrl: url }), ({ url, recurrenceUrl, ...rest }) => {
        const dynamic = createDynamicPix({ ...rest, url, urlRec: recurrenceUrl, oneTime: true })
        const recurrence = createRecurrencePix({ ...rest, urlRec: recurrenceUrl })
        assert.ok(!hasError(dynamic) && !hasError(recurrence))
        assert.equal(buildDynamicCode({ ...rest, url, recurrenceUrl }), dynamic.toBRCode())
        assert.equal(buildRecurrenceCode({ ...rest, recurrenceUrl }), recurrence.toBRCode())
      }),
    )
  })
})
