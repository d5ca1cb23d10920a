// The picture of a bar code, read back as a scanner reads it.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { barCodeSvg } from '#kernel/boleto/bar-code-svg.ts'
import { scanned } from './scanner.ts'

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
