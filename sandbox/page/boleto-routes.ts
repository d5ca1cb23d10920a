// The page of a boleto, to which its link leads: the line, the Pix code, what is due today, and a button that pays it either way.
import { type Static, Type } from 'typebox'
import { barCodeSvg } from '#kernel/boleto/bar-code-svg.ts'
import { barCodeOfLine, printedLine } from '#kernel/boleto/line.ts'
import { html, type Markup } from '#kernel/html.ts'
import { parseBrCode } from '#kernel/pix/br-code.ts'
import { payBoleto } from '../acquirer/buyer.ts'
import { amountDueOn, type Billet, type Charge, type ChargeStatus } from '../acquirer/charge.ts'
import { findChargeByLine, findChargeByPix, findChargeByToken } from '../acquirer/store.ts'
import { dayAt } from '../calendar.ts'
import { CUSTOMER } from '../customer.ts'
import type { HttpServer } from '../http/server.ts'
import { ControlRefused, problem } from '../refused.ts'
import type { Bank } from '../resources.ts'
import { show } from './show.ts'
import { inReais, refusalInWords } from './words.ts'

const Params = Type.Object({ token: Type.String({ maxLength: 64 }) })
const PayForm = Type.Object({ como: Type.Enum(['linha', 'pix']), apesar: Type.Optional(Type.Literal('sim')) })

export function boletoPageRoutes(httpServer: HttpServer, bank: Bank): void {
  httpServer.get('/boleto/:token', { schema: { params: Params } }, async ({ params: { token } }, reply) =>
    show(reply, bank, 'Boleto', card(bank, existing(bank, token), null)),
  )

  httpServer.post(
    '/boleto/:token',
    { schema: { params: Params, body: PayForm } },
    async ({ params: { token }, body }, reply) => {
      const charge = existing(bank, token)
      try {
        payAsChosen(bank, charge.billet, body)
      } catch (error) {
        if (!(error instanceof ControlRefused)) throw error
        return show(reply.code(422), bank, 'Boleto', card(bank, charge, refusalInWords(error.code)))
      }
      return reply.redirect(`/boleto/${token}`, 303)
    },
  )
}

/** The page of the boleto that this line or Pix code belongs to; null where it is of none. */
export function boletoPageOf(bank: Bank, code: string): string | null {
  const address = parseBrCode(code)?.url
  const charge =
    address === undefined ? findChargeByLine(bank, code.replace(/[.\s]/g, '')) : findChargeByPix(bank, address)
  return charge === undefined ? null : `/boleto/${charge.token}`
}

function payAsChosen(bank: Bank, { line, pix }: Billet, { como, apesar }: Static<typeof PayForm>): void {
  const despite = apesar === 'sim' && { again: true, late: true }
  payBoleto(bank, { ...(como === 'pix' ? { pixCopiaECola: pix?.qrcode } : { line }), ...despite })
}

interface Issued extends Charge {
  billet: Billet
}

function existing(bank: Bank, token: string): Issued {
  const charge = findChargeByToken(bank, token)
  if (charge === undefined || charge.billet === null) throw problem('NaoEncontrado')
  return { ...charge, billet: charge.billet }
}

const STATUSES: Record<ChargeStatus, string> = {
  new: 'Criado',
  waiting: 'Em aberto',
  link: 'Link de pagamento',
  approved: 'Aprovado',
  expired: 'Expirado',
  identified: 'Pagamento identificado; o dinheiro entra no próximo dia útil',
  paid: 'Pago',
  unpaid: 'Vencido',
  canceled: 'Cancelado',
  settled: 'Baixado à mão: nenhum dinheiro entrou',
  refunded: 'Devolvido',
  contested: 'Contestado',
}

const OPEN: readonly ChargeStatus[] = ['waiting', 'unpaid']

function card(bank: Bank, { total, status, billet, items }: Issued, complaint: string | null): Markup {
  const due = amountDueOn(total, billet, dayAt(bank.clock.now()))
  const isOpen = OPEN.includes(status)
  return html`<section class="cartao">
<h1>Boleto</h1>
${complaint !== null && html`<p class="problema" role="alert">${complaint}</p>`}
<p class="total">${inReais(due)}</p>
<p class="apoio" role="status">${STATUSES[status]}</p>
<dl>
  <div><dt>Para</dt><dd>${CUSTOMER.name}</dd></div>
  <div><dt>Pagador</dt><dd>${billet.customer.juridical_person?.corporate_name ?? billet.customer.name}</dd></div>
  <div><dt>Vencimento</dt><dd>${billet.expire_at.split('-').toReversed().join('/')}</dd></div>
  <div><dt>Referente a</dt><dd>${items.map(({ name }) => name).join(', ')}</dd></div>
  <div><dt>Linha digitável</dt><dd><code id="linha">${printedLine(billet.line)}</code>
    <button class="discreto" type="button" data-copiar="linha" hidden>Copiar</button></dd></div>
  <div><dt>Código de barras</dt><dd class="barras">${barCodeSvg(barCodeOfLine(billet.line) ?? '', 'Código de barras')}</dd></div>
  ${
    billet.pix &&
    html`<div><dt>Pix copia e cola</dt><dd><code id="pix">${billet.pix.qrcode}</code>
    <button class="discreto" type="button" data-copiar="pix" hidden>Copiar</button></dd></div>`
  }
</dl>
<form class="acoes" method="post">
  ${!isOpen && html`<input type="hidden" name="apesar" value="sim">`}
  <button class="principal" type="submit" name="como" value="linha">
    ${isOpen ? 'Pagar pela linha' : 'Pagar assim mesmo, pela linha'}</button>
  ${
    billet.pix &&
    html`<button class="principal" type="submit" name="como" value="pix">
    ${isOpen ? 'Pagar com Pix' : 'Pagar assim mesmo, com Pix'}</button>`
  }
</form>
</section>`
}
