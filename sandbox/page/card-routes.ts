// Pages about cards: the frame with the fields of a card, which a checkout shows and which answers with a token; the page on which a
// cardholder authenticates; and the acquirer's own payment page.
import type { FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import { html, type Markup } from '#kernel/html.ts'
import { existing } from '../acquirer/change.ts'
import type { Charge } from '../acquirer/charge.ts'
import { DEFAULT_PAYER } from '../buyer/payer.ts'
import { SHOWN_CARDS } from '../card/card.ts'
import { answerChallenge, payByCard } from '../card/pay.ts'
import { findCard, findCardByChallenge, findLinkByToken, type Link } from '../card/store.ts'
import { tokenize } from '../card/tokenize.ts'
import { CUSTOMER } from '../customer.ts'
import type { HttpServer } from '../http/server.ts'
import { ControlRefused, problem, Refused } from '../refused.ts'
import type { Bank } from '../resources.ts'
import { framePage, originIn } from './card-frame.ts'
import { show, showFrame } from './show.ts'
import { inReais } from './words.ts'

const FrameQuery = Type.Object({
  conta: Type.String({ maxLength: 64 }),
  origem: Type.Optional(Type.String({ maxLength: 300 })),
  idioma: Type.Optional(Type.Enum(['pt-BR', 'en'])),
  tipo: Type.Optional(Type.Enum(['credit', 'debit'])),
})
const ChallengeParams = Type.Object({ id: Type.String({ maxLength: 64 }) })
const ChallengeForm = Type.Object({ resposta: Type.Enum(['autorizar', 'recusar']) })
const LinkParams = Type.Object({ token: Type.String({ maxLength: 64 }) })
const PayForm = Type.Object({
  numero: Type.String({ maxLength: 40 }),
  validade: Type.String({ maxLength: 7 }),
  cvv: Type.String({ maxLength: 4 }),
  parcelas: Type.String({ pattern: '^([1-9]|1[0-2])$' }),
})

export function cardPageRoutes(httpServer: HttpServer, bank: Bank): void {
  httpServer.get('/cartao/quadro', { schema: { querystring: FrameQuery } }, async ({ query }, reply) => {
    if (query.conta !== CUSTOMER.clientId) throw problem('NaoEncontrado')
    const origin = query.origem === undefined ? null : originIn(query.origem)
    const { idioma: language = 'pt-BR', tipo: funding = null } = query
    return showFrame(reply, framePage({ origin, language, funding }), origin)
  })
  challengePage(httpServer, bank)
  paymentPage(httpServer, bank)
}

function challengePage(httpServer: HttpServer, bank: Bank): void {
  httpServer.get('/desafio/:id', { schema: { params: ChallengeParams } }, async ({ params: { id } }, reply) => {
    const card = findCardByChallenge(bank, id)
    if (card === undefined) throw problem('NaoEncontrado')
    return show(
      reply,
      bank,
      'Autenticação',
      challengeCard(bank, existing(bank, card.chargeId)),
      wayBack(card.returnUrl),
    )
  })

  httpServer.post(
    '/desafio/:id',
    { schema: { params: ChallengeParams, body: ChallengeForm } },
    async ({ params: { id }, body }, reply) => {
      const card = answerChallenge(bank, id, body.resposta === 'autorizar')
      if (card === undefined) throw problem('NaoEncontrado')
      const back = wayBack(card.returnUrl)
      if (back === null) return reply.redirect(`/desafio/${id}`, 303)
      const address = new URL(card.returnUrl ?? '')
      address.searchParams.set('charge_id', String(card.chargeId))
      return reply.redirect(address.href, 303)
    },
  )
}

/** Where the page may lead to, for its policy; null: nowhere. */
const wayBack = (returnUrl: string | null): string | null => (returnUrl === null ? null : originIn(returnUrl))

function challengeCard(bank: Bank, charge: Charge): Markup {
  const card = findCard(bank, charge.id)
  const isOpen = charge.status === 'waiting' && card?.isChallenged === false
  return html`<section class="cartao">
<h1>Autenticação do cartão</h1>
<p class="apoio">O banco que emitiu o cartão pergunta se é você quem está comprando.</p>
<p class="total">${inReais(charge.total)}</p>
<dl>
  <div><dt>Para</dt><dd>${CUSTOMER.name}</dd></div>
  <div><dt>Cartão</dt><dd>final ${card?.lastFour ?? ''}</dd></div>
  <div><dt>Referente a</dt><dd>${charge.items.map(({ name }) => name).join(', ')}</dd></div>
</dl>
${
  isOpen
    ? html`<form class="acoes" method="post">
  <button class="principal" type="submit" name="resposta" value="autorizar">Autorizar</button>
  <button class="discreto" type="submit" name="resposta" value="recusar">Recusar</button>
</form>`
    : html`<p role="status">Esta autenticação já terminou. Volte para a loja.</p>`
}
</section>`
}

function paymentPage(httpServer: HttpServer, bank: Bank): void {
  httpServer.get('/pagamento/:token', { schema: { params: LinkParams } }, async ({ params: { token } }, reply) => {
    const { charge, link } = linked(bank, token)
    return showPayment(reply, bank, charge, link)
  })

  httpServer.post(
    '/pagamento/:token',
    { schema: { params: LinkParams, body: PayForm } },
    async ({ params: { token }, body }, reply) => {
      const { charge, link } = linked(bank, token)
      try {
        payOnPage(bank, charge, body)
      } catch (error) {
        if (!(error instanceof Refused) || error.status >= 500) throw error
        const complaint = 'Confira os dados do cartão e a quantidade de parcelas.'
        return showPayment(reply.code(422), bank, existing(bank, charge.id), link, complaint)
      }
      return reply.redirect(link.returnUrl ?? `/pagamento/${token}`, 303)
    },
  )
}

function showPayment(reply: FastifyReply, bank: Bank, charge: Charge, link: Link, complaint: string | null = null) {
  return show(reply, bank, 'Pagamento', paymentCard(charge, link, complaint), wayBack(link.returnUrl))
}

function linked(bank: Bank, token: string): { charge: Charge; link: Link } {
  const link = findLinkByToken(bank, token)
  if (link === undefined) throw problem('NaoEncontrado')
  return { charge: existing(bank, link.chargeId), link }
}

function payOnPage(bank: Bank, { id }: Charge, { numero, validade, cvv, parcelas }: Static<typeof PayForm>): void {
  const [month = '', year = ''] = validade.split('/')
  const card = { number: numero, expirationMonth: month, expirationYear: year.length === 2 ? `20${year}` : year, cvv }
  const { token } = tokenize(bank, card)
  const customer = { name: DEFAULT_PAYER.name, cpf: DEFAULT_PAYER.document, email: 'comprador@example.com' }
  const form = { customer, payment_token: token, installments: Number(parcelas) }
  const { charge } = payByCard(bank, id, { form, funding: 'credit', from: 'link' })
  if (charge === null) throw new ControlRefused('lost', 422, 'the request was lost')
}

const WORDS: Partial<Record<Charge['status'], string>> = {
  waiting: 'Em análise',
  approved: 'Pagamento aprovado',
  paid: 'Pagamento aprovado',
  unpaid: 'Pagamento recusado. A loja precisa fazer uma cobrança nova.',
  canceled: 'Cobrança cancelada',
  expired: 'O prazo para pagar terminou',
}

function paymentCard(charge: Charge, link: Link, complaint: string | null): Markup {
  const { status, total, items } = charge
  return html`<section class="cartao">
<h1>Pagamento com cartão</h1>
${complaint !== null && html`<p class="problema" role="alert">${complaint}</p>`}
<p class="total">${inReais(total)}</p>
<dl>
  <div><dt>Para</dt><dd>${CUSTOMER.name}</dd></div>
  <div><dt>Referente a</dt><dd>${items.map(({ name }) => name).join(', ')}</dd></div>
  ${link.message !== null && html`<div><dt>Mensagem</dt><dd>${link.message}</dd></div>`}
</dl>
${status === 'link' ? paymentForm() : html`<p role="status">${WORDS[status] ?? status}</p>`}
${link.returnUrl !== null && html`<p class="acoes"><a href="${link.returnUrl}">Voltar para a loja</a></p>`}
</section>`
}

const paymentForm = () => html`<form class="acoes" method="post" autocomplete="off">
  <label>Número do cartão <input name="numero" inputmode="numeric" required maxlength="40"></label>
  <label>Validade <input name="validade" placeholder="12/30" required maxlength="7"></label>
  <label>Código de segurança <input name="cvv" inputmode="numeric" required maxlength="4"></label>
  <label>Parcelas <input name="parcelas" inputmode="numeric" value="1" required maxlength="2"></label>
  <button class="principal" type="submit">Pagar</button>
</form>
<details><summary>Cartões de teste</summary><ul>${SHOWN_CARDS.map(
  ([number, what]) => html`<li><code>${number}</code> ${what}</li>`,
)}</ul></details>`
