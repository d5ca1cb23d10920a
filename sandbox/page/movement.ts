// What the bank saw lately, newest first: Pix that came in and Pix that went out, each with how it stands, and the button
// that sends back what can still go back.

import { html, type Markup } from '#kernel/html.ts'
import type { Centavos } from '#kernel/money.ts'
import { devolucoesOf } from '../devolucao/store.ts'
import { latestPayouts, type Payout, returnsOf } from '../payout/store.ts'
import { latestPix, type Pix } from '../pix/store.ts'
import type { Bank } from '../resources.ts'
import { inReais, shortMoment } from './words.ts'

type Tone = 'bom' | 'neutro' | 'ruim'

interface Movement {
  endToEndId: string
  /** Whether money of it can still go back. */
  returnable: boolean
  at: number
  incoming: boolean
  amount: Centavos
  who: string
  status: string
  tone: Tone
}

/** `returns`: with a button beside what can still go back. */
export function movementList(bank: Bank, { max, returns }: { max: number; returns: boolean }): Markup {
  const movements = [
    ...latestPix(bank, max).map(pix => received(bank, pix)),
    ...latestPayouts(bank, max).map(payout => sent(bank, payout)),
  ]
  const shown = movements.sort((one, other) => other.at - one.at).slice(0, max)
  if (shown.length === 0) return html`<p class="vazio">Ainda não houve movimento nesta conta.</p>`
  return html`<ol class="movimento">${shown.map(movement => line(movement, returns))}</ol>`
}

function line({ endToEndId, returnable, at, incoming, amount, who, status, tone }: Movement, returns: boolean): Markup {
  return html`<li class="${incoming ? 'entrada' : 'saida'}">
  <span class="seta" aria-hidden="true">${incoming ? '↓' : '↑'}</span>
  <p class="quem"><span class="so-leitor">${incoming ? 'Recebido de' : 'Enviado para'}</span> <b>${who}</b></p>
  <p class="quanto"><b>${incoming ? '+' : '−'} ${inReais(amount)}</b></p>
  <p class="detalhe"><time datetime="${new Date(at).toISOString()}">${shortMoment(at)}</time></p>
  <p class="quanto"><span class="estado ${tone}">${status}</span></p>
  ${returns && returnable && returnForm(endToEndId, incoming)}
</li>`
}

/** A received Pix is returned by this bank, a sent one by the bank of its receiver. */
const returnForm = (
  endToEndId: string,
  incoming: boolean,
) => html`<form class="devolver" method="post" action="/devolver">
  <input type="hidden" name="endToEndId" value="${endToEndId}">
  <button class="discreto" type="submit" title="${incoming ? 'Devolver ao pagador' : 'O recebedor devolve'}">Devolver</button>
</form>`

function received(bank: Bank, { endToEndId, receivedAt, amount, payer }: Pix): Movement {
  const returns = devolucoesOf(bank, endToEndId)
  const of = (status: string) => returns.filter(one => one.status === status).reduce((sum, one) => sum + one.amount, 0n)
  const [status, tone] = returnState(amount, of('DEVOLVIDO'), of('EM_PROCESSAMENTO') > 0n) ?? ['Recebido', 'bom']
  const returnable = of('DEVOLVIDO') + of('EM_PROCESSAMENTO') < amount
  return { endToEndId, returnable, at: receivedAt, incoming: true, amount, who: payer.name, status, tone }
}

const SENT: Record<Payout['status'], [string, Tone]> = {
  EM_PROCESSAMENTO: ['Em processamento', 'neutro'],
  REALIZADO: ['Realizado', 'bom'],
  NAO_REALIZADO: ['Não realizado', 'ruim'],
}

function sent(bank: Bank, { endToEndId, requestedAt, amount, favorecidoChave, status }: Payout): Movement {
  const back = returnsOf(bank, endToEndId).reduce((sum, one) => sum + one.amount, 0n)
  const [words, tone] = returnState(amount, back, false) ?? SENT[status]
  return {
    endToEndId,
    returnable: status === 'REALIZADO' && back < amount,
    at: requestedAt,
    incoming: false,
    amount,
    who: favorecidoChave,
    status: words,
    tone,
  }
}

function returnState(amount: bigint, back: bigint, underWay: boolean): [string, Tone] | null {
  if (underWay) return ['Em devolução', 'neutro']
  if (back === 0n) return null
  return back >= amount ? ['Devolvido', 'ruim'] : ['Devolvido em parte', 'neutro']
}
