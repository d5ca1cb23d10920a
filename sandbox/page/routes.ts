// The page "Banco de Teste": a person pastes or scans a code, sees whom and how much, pays (once, twice, too late), gets a
// receipt, sends money back. All but the scanning works without its scripts.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Static, Type } from 'typebox'
import type { Markup } from '#kernel/html.ts'
import { type Offer, readOffer } from '../buyer/offer.ts'
import { pay } from '../buyer/pay.ts'
import { refund } from '../control/refund.ts'
import type { HttpServer } from '../http/server.ts'
import { findPix, type Pix } from '../pix/store.ts'
import { ControlRefused, problem, Refused } from '../refused.ts'
import type { Bank } from '../resources.ts'
import { boletoPageOf } from './boleto-routes.ts'
import { movementPart, statementCard } from './layout.ts'
import { offerCard, pasteCard } from './offer-card.ts'
import { payerOf } from './payers.ts'
import { receiptCard } from './receipt-card.ts'
import { send, show } from './show.ts'
import { refusalInWords, typedAmount } from './words.ts'

const Query = Type.Object({
  codigo: Type.Optional(Type.String({ maxLength: 2_000 })),
  recibo: Type.Optional(Type.String({ maxLength: 32 })),
})

const PayForm = Type.Object({
  codigo: Type.String({ maxLength: 2_000 }),
  pagador: Type.Optional(Type.String({ maxLength: 18 })),
  nome: Type.Optional(Type.String({ maxLength: 140 })),
  documento: Type.Optional(Type.String({ maxLength: 18 })),
  valor: Type.Optional(Type.String({ maxLength: 20 })),
  maximo: Type.Optional(Type.String({ maxLength: 20 })),
  vezes: Type.Optional(Type.Literal('2')),
  apesar: Type.Optional(Type.Literal('sim')),
})

const ReturnForm = Type.Object({ endToEndId: Type.String({ maxLength: 32 }) })

export function pageRoutes(httpServer: HttpServer, bank: Bank): void {
  httpServer.get('/', { schema: { querystring: Query } }, async ({ query: { codigo, recibo } }, reply) => {
    const code = codigo?.trim() ?? ''
    if (recibo !== undefined) return show(reply, bank, 'Recibo', receiptOf(bank, recibo, code))
    if (code === '') return show(reply, bank, 'Pagar com Pix', pasteCard('', null))
    const boletoPage = boletoPageOf(bank, code)
    if (boletoPage !== null) return reply.redirect(boletoPage, 303)
    const offer = offerOrWords(bank, code)
    if (typeof offer === 'string') return show(reply.code(422), bank, 'Pagar com Pix', pasteCard(code, offer))
    return show(reply, bank, 'Confira a cobrança', await offerCard(bank, { offer, code }))
  })

  httpServer.post('/pagar', { schema: { body: PayForm } }, async ({ body }, reply) => {
    const code = body.codigo.trim()
    const offer = offerOrWords(bank, code)
    if (typeof offer === 'string') return show(reply.code(422), bank, 'Pagar com Pix', pasteCard(code, offer))
    try {
      const { endToEndId } = payAsTyped(bank, offer, { ...body, codigo: code })
      const more = offer.recurrence === null ? '' : `&${new URLSearchParams({ codigo: code })}`
      return reply.redirect(`/?recibo=${endToEndId}${more}`, 303)
    } catch (error) {
      if (!(error instanceof ControlRefused)) throw error
      const card = await offerCard(bank, { offer, code, typed: body, problem: refusalInWords(error.code) })
      return show(reply.code(422), bank, 'Confira a cobrança', card)
    }
  })

  httpServer.get('/extrato', async (_request, reply) => show(reply, bank, 'O que o banco viu', statementCard(bank)))

  httpServer.post('/devolver', { schema: { body: ReturnForm } }, async ({ body }, reply) => {
    try {
      refund(bank, body)
    } catch (error) {
      // Sent back meanwhile: the list that follows says so.
      if (!(error instanceof Refused)) throw error
    }
    return reply.redirect('/extrato', 303)
  })

  httpServer.get('/movimento', async (_request, reply) => send(reply, movementPart(bank).text))

  for (const [name, type, from] of ASSETS) {
    const content = readFileSync(from ?? new URL(`./assets/${name}`, import.meta.url))
    httpServer.get(`/assets/${name}`, async (_request, reply) =>
      reply.type(type).headers({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' }).send(content),
    )
  }
}

const SCRIPT = 'text/javascript; charset=utf-8'
/** The reader of QR codes is a library, served as it is. */
const fromLibrary = (name: string) => fileURLToPath(new URL(`./${name}.js`, import.meta.resolve('qr')))

const ASSETS: readonly [name: string, type: string, from?: string][] = [
  ['banco.css', 'text/css; charset=utf-8'],
  ['banco.js', SCRIPT],
  ['leitor.js', SCRIPT],
  ['quadro.js', SCRIPT],
  ['marca.svg', 'image/svg+xml'],
  ['qr/decode.js', SCRIPT, fromLibrary('decode')],
  ['qr/index.js', SCRIPT, fromLibrary('index')],
]

/** Once, or twice as an impatient buyer would; and where the button said so, although it is late or paid already. */
function payAsTyped(
  bank: Bank,
  offer: Offer,
  { codigo, valor, maximo, vezes, apesar, ...choice }: Static<typeof PayForm>,
): Pix {
  const amount = offer.amountIsFree || valor?.trim() ? typedAmount(valor ?? '') : undefined
  const cap = maximo?.trim() ? typedAmount(maximo) : undefined
  const request = { pixCopiaECola: codigo, amount, maximo: cap, payer: payerOf(choice) }
  const { pix } = pay(bank, apesar === undefined ? request : { ...request, again: true, late: true })
  if (pix === null) throw new ControlRefused('unpayable-code', 422, 'codigo: nothing is paid by it')
  if (vezes !== undefined) pay(bank, { ...request, again: true })
  return pix
}

/** The offer behind a code, or in words why there is none. */
export function offerOrWords(bank: Bank, code: string): Offer | string {
  try {
    return readOffer(bank, code)
  } catch (error) {
    if (error instanceof ControlRefused) return refusalInWords(error.code)
    throw error
  }
}

function receiptOf(bank: Bank, endToEndId: string, code: string): Markup {
  const pix = findPix(bank, endToEndId)
  if (pix === undefined) throw problem('PixNaoEncontrado')
  const offer = code === '' ? null : offerOrWords(bank, code)
  const recurrence = offer === null || typeof offer === 'string' ? null : offer.recurrence
  const isOpen = recurrence?.journey === 'JORNADA_4' && recurrence.rec.status === 'CRIADA'
  return receiptCard(pix, isOpen ? code : null)
}
