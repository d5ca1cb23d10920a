// The picture of a bar code, read back as a scanner reads it: bar by bar, gap by gap.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { barCodeSvg } from '#kernel/boleto/bar-code-svg.ts'

/** By which of the five elements are wide; another table than that of the program, in the order of the digits' weights 1, 2, 4, 7. */
const WEIGHTS = [1, 2, 4, 7, 0]

/** The digits of a picture, found by the widths of its bars and of what lies between them. */
function scanned(svg: string): string {
  const bars = [...svg.matchAll(/M(\d+) 0h(\d+)v\d+h-\2z/g)].map(([, from, width]) => [Number(from), Number(width)])
  const elements = bars.flatMap(([from = 0, width = 0], n) => {
    const next = bars[n + 1]?.[0]
    return next === undefined ? [width] : [width, next - from - width]
  })
  assert.deepEqual(elements.slice(0, 4), [1, 1, 1, 1])
  assert.deepEqual(elements.slice(-3), [3, 1, 1])
  const content = elements.slice(4, -3)
  const digits: string[] = []
  for (let at = 0; at < content.length; at += 10) {
    const pair = content.slice(at, at + 10)
    digits.push(digitOf(pair.filter((_, n) => n % 2 === 0)), digitOf(pair.filter((_, n) => n % 2 === 1)))
  }
  return digits.join('')
}

function digitOf(widths: number[]): string {
  assert.equal(widths.filter(width => width === 3).length, 2)
  assert.equal(widths.filter(width => width === 1).length, 3)
  const sum = widths.reduce((total, width, n) => total + (width === 3 ? (WEIGHTS[n] ?? 0) : 0), 0)
  // Zero is the one digit whose weights add up to eleven.
  return sum === 11 ? '0' : String(sum)
}

describe('the picture of a bar code', () => {
  const CODES = [
    '99995164600000123450000000000000000000000042',
    '34196102600000003501099089627460513984203000',
    '01234567890123456789012345678901234567890123',
    '98765432109876543210987654321098765432109876',
    '00000000000000000000000000000000000000000000',
  ]
  for (const code of CODES)
    it(`of ${code} reads back`, () => assert.equal(scanned(barCodeSvg(code, 'Código de barras').text), code))

  it('is 103 mm long without its blank sides, 13 mm high, and has a name', () => {
    const { text } = barCodeSvg(CODES[0] ?? '', 'Código de "barras"')
    const [, width = '', modules = ''] = /width="([\d.]+)mm" height="13mm" viewBox="0 0 (\d+) /.exec(text) ?? []
    const bars = Number(modules) - 30
    assert.ok(Math.abs((Number(width) * bars) / Number(modules) - 103) < 0.01)
    assert.ok(text.includes('role="img" aria-label="Código de &quot;barras&quot;"'))
  })

  for (const text of ['', '1', '9'.repeat(43), '9'.repeat(45), `${'9'.repeat(43)}x`])
    it(`of "${text}" is none`, () => assert.throws(() => barCodeSvg(text, ''), RangeError))
})
