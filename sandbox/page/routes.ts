// The page "Banco de Teste": a person pastes a code, sees whom and how much, pays, and gets a receipt. It works without its
// script. No script or style stands in the page itself, so that the strictest content policy holds.
import { readFileSync } from 'node:fs'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { type Offer, readOffer } from '../buyer/offer.ts'
import { pay } from '../buyer/pay.ts'
import type { House } from '../house.ts'
import type { Door } from '../http/server.ts'
import { findPix } from '../pix/store.ts'
import { ControlRefused, problem } from '../refused.ts'
import type { Markup } from './html.ts'
import { movementPart, pageOf } from './layout.ts'
import { offerCard, pasteCard } from './offer-card.ts'
import { payerOf } from './payers.ts'
import { receiptCard } from './receipt-card.ts'
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
})

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

export function pageRoutes(door: Door, house: House): void {
  door.get('/', { schema: { querystring: Query } }, async ({ query: { codigo, recibo } }, reply) => {
    if (recibo !== undefined) return show(reply, house, 'Recibo', receiptOf(house, recibo))
    const code = codigo?.trim() ?? ''
    if (code === '') return show(reply, house, 'Pagar com Pix', pasteCard('', null))
    const offer = offerOrWords(house, code)
    if (typeof offer === 'string') return show(reply.code(422), house, 'Pagar com Pix', pasteCard(code, offer))
    return show(reply, house, 'Confira a cobrança', await offerCard(house, { offer, code }))
  })

  door.post('/pagar', { schema: { body: PayForm } }, async ({ body }, reply) => {
    const { codigo, valor, ...choice } = body
    const code = codigo.trim()
    const offer = offerOrWords(house, code)
    if (typeof offer === 'string') return show(reply.code(422), house, 'Pagar com Pix', pasteCard(code, offer))
    try {
      const amount = offer.amountIsFree ? typedAmount(valor ?? '') : undefined
      const pix = pay(house, { pixCopiaECola: code, amount, payer: payerOf(choice) })
      return reply.redirect(`/?recibo=${pix.endToEndId}`, 303)
    } catch (error) {
      if (!(error instanceof ControlRefused)) throw error
      const typed = { ...choice, ...(valor !== undefined && { valor }) }
      const card = await offerCard(house, { offer, code, typed, problem: refusalInWords(error.code) })
      return show(reply.code(422), house, 'Confira a cobrança', card)
    }
  })

  door.get('/movimento', async (_request, reply) => send(reply, movementPart(house).text))

  for (const [name, type] of ASSETS) {
    const content = readFileSync(new URL(`./assets/${name}`, import.meta.url))
    door.get(`/assets/${name}`, async (_request, reply) =>
      reply.type(type).headers({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' }).send(content),
    )
  }
}

const ASSETS = [
  ['banco.css', 'text/css; charset=utf-8'],
  ['banco.js', 'text/javascript; charset=utf-8'],
  ['marca.svg', 'image/svg+xml'],
] as const

/** The offer behind a code, or in words why there is none. */
function offerOrWords(house: House, code: string): Offer | string {
  try {
    return readOffer(house, code)
  } catch (error) {
    if (error instanceof ControlRefused) return refusalInWords(error.code)
    throw error
  }
}

function receiptOf(house: House, endToEndId: string): Markup {
  const pix = findPix(house, endToEndId)
  if (pix === undefined) throw problem('PixNaoEncontrado')
  return receiptCard(pix)
}

const show = (reply: FastifyReply, house: House, title: string, task: Markup) => send(reply, pageOf(house, title, task))

function send(reply: FastifyReply, page: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': POLICY,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .send(page)
}
