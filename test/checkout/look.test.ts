// How a seller looks to buyers: set by the owner, shown on the pages, and no way to pass for a bank or to hand out a file.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { inflateSync } from 'node:zlib'
import { contrastOf, textColourOn } from '#kernel/brand-colour.ts'
import { join, type Person, register } from '../access/person.ts'
import { linkOf } from '../cart/shopping.ts'
import { openTestGateway, type Seller, sellerOf, type TestGateway } from '../gateway.ts'
import { buyerAt, CONTACT, codeIn, payForm, screenIn, textOf } from '../pay-page/buying.ts'
import { until } from '../until.ts'
import { chunk, extendedWebp, png, webp } from './logos.ts'

let gateway: TestGateway
let ana: Person
let shop: Seller
before(async () => {
  gateway = await openTestGateway({ env: { BRAND: 'Cais' } })
  ana = await register(gateway)
  shop = await sellerOf(gateway, ana)
})
after(() => gateway[Symbol.asyncDispose]())

const LOOK = '/api/account/look'
const PLAIN = { name: null, color: null, thankYou: null, language: null }
const put = (texts: object) => ana.call('PUT', LOOK, { ...PLAIN, ...texts })
const upload = (file: Buffer, by = ana) => by.call('PUT', `${LOOK}/logo`, { image: file.toString('base64') })
const served = async (path: string) => {
  const answer = await fetch(gateway.url + path)
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

describe('the look of an account', () => {
  it('is empty at first, set by its owner, and seen by every member and on the pages', async () => {
    const first = await ana.call('GET', LOOK)
    assert.deepEqual(first.body, { ...PLAIN, textColor: null, logo: null })
    const texts = { name: '  Ateliê Água-Viva ', color: '#FFD', thankYou: 'Volte sempre!', language: 'en' }
    const set = await put(texts)
    const shown = { name: 'Ateliê Água-Viva', color: '#ffffdd', textColor: '#000000', thankYou: 'Volte sempre!' }
    assert.deepEqual(set.body, { ...shown, language: 'en', logo: null })
    const logo = (await upload(png())).body.logo
    assert.match(logo.url, /^\/marca\/[0-9a-f]{64}$/)
    assert.deepEqual([logo.width, logo.height], [40, 20])

    const reader = await register(gateway)
    await join(gateway, reader, ana.accountId, 'READER')
    const theirs = { 'x-account-id': String(ana.accountId) }
    assert.deepEqual((await reader.call('GET', LOOK, undefined, theirs)).body, { ...set.body, logo })
    assert.equal((await reader.call('PUT', LOOK, { ...PLAIN }, theirs)).status, 403)

    const { slug } = await linkOf(shop)
    const buyer = buyerAt(gateway)
    const page = await buyer.get(`/l/${slug}`, { 'accept-language': 'fr' })
    assert.match(page.text, /<html lang="en">/)
    assert.match(page.text, /:root\{--accent:#ffffdd;--on-accent:#000000\}/)
    assert.match(page.text, new RegExp(`<img src="${logo.url}" alt="Ateliê Água-Viva" width="40" height="20">`))
    assert.match(textOf(page), /Secure payment · processed by Cais/)
    const pay = await buyer.go(`/l/${slug}`, CONTACT)
    const code = await buyer.go(`${pay.path}/pagar`, payForm(pay))
    await gateway.pay(codeIn(code))
    const paid = await until(async () => {
      const now = await buyer.get(pay.path)
      return screenIn(now) === 'PAID' ? now : null
    }, 'the page to say that it is paid')
    assert.match(textOf(paid), /Volte sempre!.*Ateliê Água-Viva/)
  })

  it('cannot be that of a bank, of who runs the gateway, or of a text that a browser reads: 400 with the field', async () => {
    for (const [field, texts] of [
      ...['Banco do Brasil', 'BANCO DO BRASIL Oficial', 'Bancodobrasil', 'Itau', 'ITAÚ', 'lt4ú', 'N u b a n k'].map(
        name => ['name', { name }] as const,
      ),
      ...['Nubank Loja', 'Mercado-Pago', 'PagSegur0', 'Cais', 'Pagamentos Cais', 'Cаmisetas', 'Loja\u202ejrf'].map(
        name => ['name', { name }] as const,
      ),
      ...[
        'ɴᴜʙᴀɴᴋ',
        'Nu-bank Pagamentos',
        'Loja It.aú',
        'Loja ٣',
        'ǃtau',
        `Lo${'\u0301'.repeat(9)}ja`,
        'Loja\u2800',
      ].map(name => ['name', { name }] as const),
      ...['loja.com.br', 'https://loja', '', 'a'.repeat(61), '\u200b', '🛒'].map(name => ['name', { name }] as const),
      ...['red', '#12', '#12345g', '#1234567', 'url(x)', '};*{', '#fff;}'].map(color => ['color', { color }] as const),
      ['thankYou', { thankYou: 'a'.repeat(501) }],
      ['thankYou', { thankYou: 'a\u0000b' }],
      ['language', { language: 'fr' }],
      ['logo', { logo: 'x' }],
    ] as const) {
      const { status, body } = await put(texts)
      assert.equal(status, 400, JSON.stringify(texts))
      assert.match(body.error.message, new RegExp(`^(?:body\\.)?${field}`), JSON.stringify(body))
    }
    for (const name of [
      'Banca da Ana',
      'Caixas & Laços',
      'Inter Modas',
      'Vitauto',
      'Casa 7',
      'São João Ltda.',
      'Øst 1ª',
      'Ça và',
    ])
      assert.equal((await put({ name })).status, 200, name)
  })

  it('has a list of names that the operator can set', async () => {
    await using other = await openTestGateway({ env: { RESERVED_NAMES: 'Loja do Zé, Padaria Real' } })
    const owner = await register(other)
    const named = async (name: string) => (await owner.call('PUT', LOOK, { ...PLAIN, name })).status
    assert.deepEqual([await named('A Padaria Real'), await named('Loja do Ze'), await named('Nubank')], [400, 400, 200])
  })

  it('shows texts of a seller as text, whatever is in them', async () => {
    const thankYou = '<script>alert(1)</script>"><img src=x onerror=alert(1)>'
    await put({ name: 'A <b>"&', thankYou })
    const { slug } = await linkOf(shop)
    const page = await buyerAt(gateway).get(`/l/${slug}`)
    assert.ok(page.text.includes('A &lt;b&gt;&quot;&amp;') && !page.text.includes('<b>'))
  })
})

describe('the colour', () => {
  it('always has a text that can be read on it', () => {
    for (let value = 0; value <= 0xffffff; value += 4_099) {
      const colour = `#${value.toString(16).padStart(6, '0')}`
      const text = textColourOn(colour)
      assert.ok(text !== null && contrastOf(colour, text) >= 4.5, colour)
    }
    assert.deepEqual([textColourOn('#ffff00'), textColourOn('#003366')], ['#000000', '#ffffff'])
    assert.equal(contrastOf('#000000', '#ffffff'), 21)
  })
})

describe('a logo', () => {
  const HIDDEN = '<script>alert(1)</script>'

  it('is written anew: the picture alone, as a file that can do nothing', async () => {
    const more = [
      chunk('tEXt', Buffer.from(`Comment\0${HIDDEN}`)),
      chunk('eXIf', Buffer.from(HIDDEN)),
      chunk('acTL', Buffer.alloc(8)),
    ]
    const { body } = await upload(png({ more }))
    const { status, headers, bytes } = await served(body.logo.url)
    assert.equal(status, 200)
    assert.deepEqual(
      ['content-type', 'x-content-type-options', 'content-security-policy', 'cache-control'].map(name =>
        headers.get(name),
      ),
      ['image/png', 'nosniff', "default-src 'none'; sandbox", 'public, max-age=31536000, immutable'],
    )
    assert.doesNotMatch(bytes.toString('latin1'), /script|tEXt|eXIf|acTL/)
    assert.equal(bytes.toString('latin1', bytes.length - 8, bytes.length - 4), 'IEND')
    const at = bytes.indexOf('IDAT')
    assert.equal(inflateSync(bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at - 4))).length, 20 * (1 + 40 * 3))
    assert.deepEqual((await upload(png())).body.logo, body.logo, 'the same picture has the same address')
  })

  it('may be a WebP; notes and profiles do not go on', async () => {
    for (const file of [webp.lossless, webp.lossy]) {
      const { status, body } = await upload(file)
      assert.deepEqual([status, body.logo?.width, body.logo?.height], [200, 1, 1])
      const { headers, bytes } = await served(body.logo.url)
      assert.deepEqual([headers.get('content-type'), bytes], ['image/webp', file])
    }
    const noted = await upload(
      extendedWebp(webp.lossy, 0x0c, [
        ['EXIF', Buffer.from(HIDDEN)],
        ['XMP ', Buffer.from('x')],
      ]),
    )
    assert.deepEqual((await served(noted.body.logo.url)).bytes, webp.lossy)
  })

  it('may be interlaced, and as large as 1024 by 1024', async () => {
    // Seven passes of a picture of 2 by 2: one pixel, none, none, one, none, one, and two lines of one.
    const pixels = Buffer.from(
      [
        [0, 1, 1, 1],
        [0, 2, 2, 2],
        [0, 3, 3, 3, 4, 4, 4],
      ].flat(),
    )
    assert.equal((await upload(png({ width: 2, height: 2, interlaced: true, pixels }))).status, 200)
    assert.equal((await upload(png({ width: 1024, height: 1024 }))).status, 200)
  })

  const refused: [string, Buffer][] = [
    ['SVG', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${HIDDEN}</svg>`)],
    ['GIF', Buffer.from('GIF89a=1;alert(1)')],
    ['JPEG', Buffer.from('ffd8ffe000104a464946', 'hex')],
    ['HTML', Buffer.from(`<!doctype html>${HIDDEN}`)],
    ['only the first bytes of a PNG', png().subarray(0, 8)],
    ['a PNG cut short', png().subarray(0, -1)],
    ['a PNG with a page behind it', png({ after: Buffer.from(HIDDEN) })],
    ['a PNG with a zip behind it', png({ after: Buffer.from('504b0304', 'hex') })],
    ['a PNG with a wrong checksum', Buffer.from(png()).fill(0xff, 29, 33)],
    ['a PNG with a part that must be known', png({ more: [chunk('EvIL', Buffer.from(HIDDEN))] })],
    ['a PNG with more pixels than it says', png({ pixels: Buffer.alloc(20 * 121 + 1) })],
    ['a PNG with fewer', png({ pixels: Buffer.alloc(20 * 121 - 1) })],
    ['a PNG that unpacks to a hundred megabytes', png({ pixels: Buffer.alloc(100_000_000) })],
    ['a PNG with a filter that there is none of', png({ pixels: Buffer.alloc(20 * 121, 9) })],
    ['a PNG of 1025 pixels', png({ width: 1025, height: 1 })],
    ['a PNG without a size', png({ width: 0, pixels: Buffer.alloc(20) })],
    ['a file above 64 KiB', png({ more: [chunk('tEXt', Buffer.alloc(65_536, 97))] })],
    ['a WebP with something behind it', Buffer.concat([webp.lossy, Buffer.from(HIDDEN)])],
    ['a WebP cut short', webp.lossless.subarray(0, -2)],
    ['a WebP that moves', extendedWebp(webp.lossy, 0x02, [['ANIM', Buffer.alloc(6)]])],
    ['a WebP with an unknown part', extendedWebp(webp.lossy, 0, [['EVIL', Buffer.from(HIDDEN)]])],
    ['a WebP with two frames', extendedWebp(webp.lossy, 0, [['VP8 ', webp.lossy.subarray(20)]])],
    ['nothing', Buffer.alloc(0)],
  ]
  it('is nothing but one whole picture: 400', async () => {
    for (const [what, file] of refused) {
      const { status, body } = await upload(file)
      assert.equal(status, 400, what)
      assert.match(body.error.message, /^(?:image|body): expected/, what)
    }
  })

  it('is no text that is no file', async () => {
    for (const image of ['data:image/png;base64,AAAA', '%%%', 'https://loja.example/logo.png']) {
      const { status, body } = await ana.call('PUT', `${LOOK}/logo`, { image })
      assert.deepEqual([status, /^image: expected a file in base64/.test(body.error.message)], [400, true], image)
    }
  })

  it('goes when it is taken away, and stays for another account that has the same', async () => {
    const other = await register(gateway)
    const picture = png({ width: 7, height: 7 })
    const { url } = (await upload(picture)).body.logo
    await upload(picture, other)
    const gone = await ana.call('DELETE', `${LOOK}/logo`)
    assert.deepEqual([gone.status, gone.body.logo], [200, null])
    assert.equal((await served(url)).status, 200)
    await other.call('DELETE', `${LOOK}/logo`)
    assert.equal((await served(url)).status, 404)
    for (const path of ['/marca/x', `/marca/${'0'.repeat(64)}`, '/marca/..%2f..%2fpackage.json'])
      assert.equal((await served(path)).status, 404)
  })
})
