import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { centavos } from '#kernel/money.ts'
import {
  type BrCode,
  buildDynamicCode,
  buildRecurrenceCode,
  buildStaticCode,
  crc16,
  parseBrCode,
} from '#kernel/pix/br-code.ts'

const FULANO = { merchantName: 'Fulano de Tal', merchantCity: 'BRASILIA' }
const RECURRENCE = '80500014br.gov.bcb.pix2528pix.example.com/rec/94ed2bad'
const RANDOM_KEY = '123e4567-e12b-12d1-a456-426655440000'

function sealed(unsealed: string): string {
  return `${unsealed}6304${crc16(`${unsealed}6304`)}`
}

type Vector = { name: string; code: string; parsed: BrCode; rebuild?: () => string }

const VECTORS: Vector[] = [
  {
    name: 'static, random key',
    code: '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D',
    parsed: { kind: 'static', ...FULANO, key: RANDOM_KEY },
    rebuild: () => buildStaticCode({ ...FULANO, key: RANDOM_KEY }),
  },
  {
    name: 'static, amount and information',
    code: '00020101021126860014br.gov.bcb.pix0136285fb964-0087-4a94-851a-5a161ed8888a0224Solicitacao de pagamento52040000530398654041.005802BR5913STUDIO PIGGLY6007Uberaba62070503***63045C9B',
    parsed: {
      kind: 'static',
      merchantName: 'STUDIO PIGGLY',
      merchantCity: 'Uberaba',
      key: '285fb964-0087-4a94-851a-5a161ed8888a',
      info: 'Solicitacao de pagamento',
      amount: centavos(100),
    },
    rebuild: () =>
      buildStaticCode({
        merchantName: 'STUDIO PIGGLY',
        merchantCity: 'Uberaba',
        key: '285fb964-0087-4a94-851a-5a161ed8888a',
        info: 'Solicitação de pagamento',
        amount: centavos(100),
        reusable: true,
      }),
  },
  {
    name: 'dynamic, the name of the scheme in upper case',
    code: '00020101021226770014BR.GOV.BCB.PIX2555pix.example.com/qr/93598be0-1bd0-4997-8318-81776a1d8a995204000053039865802BR5907EMPRESA6009SAO PAULO62070503***6304EEAB',
    parsed: {
      kind: 'dynamic',
      merchantName: 'EMPRESA',
      merchantCity: 'SAO PAULO',
      url: 'pix.example.com/qr/93598be0-1bd0-4997-8318-81776a1d8a99',
    },
    // Ours writes the name in lower case; apart from it and the checksum the codes are equal.
    rebuild: () => {
      const ours = buildDynamicCode({
        merchantName: 'EMPRESA',
        merchantCity: 'SÃO PAULO',
        url: 'pix.example.com/qr/93598be0-1bd0-4997-8318-81776a1d8a99',
      })
      return sealed(ours.replace('br.gov.bcb.pix', 'BR.GOV.BCB.PIX').slice(0, -8))
    },
  },
  {
    name: 'a recurrence alone',
    code: '00020126180014br.gov.bcb.pix5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80800014br.gov.bcb.pix2558pix.example.com/qr/v2/rec/2353c790eefb11eaadc10242ac120002630462C9',
    parsed: {
      kind: 'recurrence',
      ...FULANO,
      recurrenceUrl: 'pix.example.com/qr/v2/rec/2353c790eefb11eaadc10242ac120002',
    },
    rebuild: () =>
      buildRecurrenceCode({
        ...FULANO,
        recurrenceUrl: 'pix.example.com/qr/v2/rec/2353c790eefb11eaadc10242ac120002',
      }),
  },
  {
    name: 'an immediate charge with a recurrence',
    code: '00020101021226760014br.gov.bcb.pix2554pix.example.com/qr/v2/8b3da2f39a4140d1a91abd93113bd4415204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80800014br.gov.bcb.pix2558pix.example.com/qr/v2/rec/94ed2badcbc04c15b0bb7fa35319489063047741',
    parsed: {
      kind: 'dynamic',
      ...FULANO,
      url: 'pix.example.com/qr/v2/8b3da2f39a4140d1a91abd93113bd441',
      recurrenceUrl: 'pix.example.com/qr/v2/rec/94ed2badcbc04c15b0bb7fa353194890',
    },
    rebuild: () =>
      buildDynamicCode({
        ...FULANO,
        url: 'pix.example.com/qr/v2/8b3da2f39a4140d1a91abd93113bd441',
        recurrenceUrl: 'pix.example.com/qr/v2/rec/94ed2badcbc04c15b0bb7fa353194890',
      }),
  },
  {
    name: 'a charge with a due date and a recurrence',
    code: '00020101021226810014br.gov.bcb.pix2559pix.example.com/qr/v2/cobv/1e6c54d3ec9449b7a7fc53b6b0f998e75204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80800014br.gov.bcb.pix2558pix.example.com/qr/v2/rec/3ffa640fa4f14080adccb949fa2dc0d06304A441',
    parsed: {
      kind: 'dynamic',
      ...FULANO,
      url: 'pix.example.com/qr/v2/cobv/1e6c54d3ec9449b7a7fc53b6b0f998e7',
      recurrenceUrl: 'pix.example.com/qr/v2/rec/3ffa640fa4f14080adccb949fa2dc0d0',
    },
    rebuild: () =>
      buildDynamicCode({
        ...FULANO,
        url: 'pix.example.com/qr/v2/cobv/1e6c54d3ec9449b7a7fc53b6b0f998e7',
        recurrenceUrl: 'pix.example.com/qr/v2/rec/3ffa640fa4f14080adccb949fa2dc0d0',
      }),
  },
  {
    name: 'another provider’s charge with a recurrence',
    code: '00020101021226870014br.gov.bcb.pix2565qr-h.woovi.digital/qr/v2/cob/464bf2d4-3b4b-4633-a9fc-c4b492f76e035204000053039865802BR5911Pedro Woovi6007VITORIA62070503***80870014br.gov.bcb.pix2565qr-h.woovi.digital/qr/v2/rec/a8493991-b364-4821-acea-f548ee239f416304E887',
    parsed: {
      kind: 'dynamic',
      merchantName: 'Pedro Woovi',
      merchantCity: 'VITORIA',
      url: 'qr-h.woovi.digital/qr/v2/cob/464bf2d4-3b4b-4633-a9fc-c4b492f76e03',
      recurrenceUrl: 'qr-h.woovi.digital/qr/v2/rec/a8493991-b364-4821-acea-f548ee239f41',
    },
    rebuild: () =>
      buildDynamicCode({
        merchantName: 'Pedro Woovi',
        merchantCity: 'VITÓRIA',
        url: 'qr-h.woovi.digital/qr/v2/cob/464bf2d4-3b4b-4633-a9fc-c4b492f76e03',
        recurrenceUrl: 'qr-h.woovi.digital/qr/v2/rec/a8493991-b364-4821-acea-f548ee239f41',
      }),
  },
]

describe('the checksum', () => {
  it('is CRC-16/CCITT-FALSE', () => {
    assert.equal(crc16('123456789'), '29B1')
    assert.equal(crc16(''), 'FFFF')
  })
})

describe('known codes', () => {
  for (const { name, code, parsed, rebuild } of VECTORS) {
    it(`${name}: is read`, () => assert.deepEqual(parseBrCode(code), parsed))
    if (rebuild) it(`${name}: is rebuilt character by character`, () => assert.equal(rebuild(), code))
  }

  it('a provider’s sample with a template of 106 characters is no code', () => {
    const code =
      '000201010212261060014br.gov.bcb.pix2584https://api.openpix.com.br/openpix/testing?transactionID=867ba5173c734202ac659721306b38c952040000530398654040.015802BR5909LOCALHOST6009Sao Paulo62360532867ba5173c734202ac659721306b38c963044BCA'
    assert.equal(parseBrCode(code), null)
  })
})

describe('a code that is read', () => {
  const [first] = VECTORS
  const code = first?.code ?? ''
  const body = code.slice(0, -8)

  it('may have its checksum in lower case', () => {
    assert.deepEqual(parseBrCode(code.slice(0, -4) + code.slice(-4).toLowerCase()), parseBrCode(code))
  })

  it('may have another scheme’s template before ours, and ours in any of 26 to 51', () => {
    const moved = body.replace('2658', '26160012com.other.xx5158')
    assert.equal(parseBrCode(sealed(moved))?.key, RANDOM_KEY)
  })

  it('may be a static code with a recurrence, or one for cash withdrawal', () => {
    assert.deepEqual(parseBrCode(sealed(body + RECURRENCE)), {
      kind: 'static',
      ...FULANO,
      key: RANDOM_KEY,
      recurrenceUrl: 'pix.example.com/rec/94ed2bad',
    })
    assert.equal(parseBrCode(sealed(body.replace('2658', '2670').replace('5204', '0308123456785204')))?.key, RANDOM_KEY)
  })

  it('gives its txid, and leaves out "***" and what is absent', () => {
    assert.equal(parseBrCode(sealed(body.replace('62070503***', '62090505ab123')))?.txid, 'ab123')
    assert.deepEqual(Object.keys(parseBrCode(code) ?? {}).sort(), ['key', 'kind', 'merchantCity', 'merchantName'])
    assert.equal(parseBrCode(sealed(body.replace('62070503***', '')))?.key, RANDOM_KEY)
  })

  const refusals: [string, string][] = [
    ['is empty', ''],
    ['is not a list of fields', 'hello'],
    ['has a wrong checksum', code.replace('1D3D', '1D3E')],
    ['has no checksum', body],
    ['goes on after the checksum', `${code}5802BR`],
    [
      'has another field after a checksum that fits',
      '00020126330014br.gov.bcb.pix01115299822472553039865409102319.005802BR5901N6001C630400009904abcd',
    ],
    ['has a blank after the checksum', `${code} `],
    ['has a length beyond its end', sealed(body.replace('62070503', '62990503'))],
    ['has a field of length zero', sealed(`${body}6400`)],
    ['has a length that is no number', sealed(body.replace('5802BR', '58+2BR'))],
    ['does not begin with the version', sealed(body.replace('000201', ''))],
    ['has another version', sealed(body.replace('000201', '000202'))],
    ['has the version in another place', sealed(`${body.slice(6)}000201`)],
    ['is in dollars', sealed(body.replace('5303986', '5303840'))],
    ['is of another country', sealed(body.replace('5802BR', '5802AR'))],
    ['names no merchant', sealed(body.replace('5913Fulano de Tal', ''))],
    ['names no city', sealed(body.replace('6008BRASILIA', ''))],
    ['repeats a field', sealed(`${body}5802BR`)],
    ['has two Pix templates', sealed(`${body}27230014br.gov.bcb.pix0101a`)],
    ['has two recurrences', sealed(`${body}${RECURRENCE}${RECURRENCE.replace('80', '81')}`)],
    ['has a key and a url', sealed(body.replace('2658', '2667').replace('5204', '2505a.b/c5204'))],
    ['has neither key nor url nor recurrence', sealed(body.replace(/2658.{58}/, '26180014br.gov.bcb.pix'))],
    ['belongs to another scheme', sealed(body.replace('br.gov.bcb.pix', 'br.gov.bcb.xip'))],
    ['has an amount that is none', sealed(body.replace('5802BR', '54041,005802BR'))],
    ['has a third decimal', sealed(body.replace('5802BR', '54051.0005802BR'))],
    ['has additional data that is no list', sealed(body.replace('62070503***', '62070504***'))],
    ['has an accent', sealed(body.replace('Fulano', 'Fuláno'))],
    [
      'is longer than 512 characters',
      sealed(`${body}6499${'a'.repeat(99)}6599${'b'.repeat(99)}6699${'c'.repeat(99)}6799${'d'.repeat(99)}`),
    ],
    ['is a million characters long', '0'.repeat(1_000_000)],
  ]
  for (const [why, text] of refusals) it(`is none when it ${why}`, () => assert.equal(parseBrCode(text), null))
})
