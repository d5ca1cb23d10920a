// What the bank saw lately, newest first: Pix that came in and Pix that went out, each with how it stands.
import type { Centavos } from '#kernel/money.ts'
import { devolucoesOf } from '../devolucao/store.ts'
import type { House } from '../house.ts'
import { latestPayouts, type Payout, returnsOf } from '../payout/store.ts'
import { latestPix, type Pix } from '../pix/store.ts'
import { html, type Markup } from './html.ts'
import { inReais, shortMoment } from './words.ts'

const MOST_SHOWN = 12

type Tone = 'bom' | 'neutro' | 'ruim'

interface Movement {
  at: number
  incoming: boolean
  amount: Centavos
  who: string
  status: string
  tone: Tone
}

export function movementList(house: House): Markup {
  const movements = [
    ...latestPix(house, MOST_SHOWN).map(pix => received(house, pix)),
    ...latestPayouts(house, MOST_SHOWN).map(payout => sent(house, payout)),
  ]
  const shown = movements.sort((one, other) => other.at - one.at).slice(0, MOST_SHOWN)
  if (shown.length === 0) return html`<p class="vazio">Ainda não houve movimento nesta conta.</p>`
  return html`<ol class="movimento">${shown.map(line)}</ol>`
}

function line({ at, incoming, amount, who, status, tone }: Movement): Markup {
  return html`<li class="${incoming ? 'entrada' : 'saida'}">
  <span class="seta" aria-hidden="true">${incoming ? '↓' : '↑'}</span>
  <p class="quem"><span class="so-leitor">${incoming ? 'Recebido de' : 'Enviado para'}</span> <b>${who}</b></p>
  <p class="quanto"><b>${incoming ? '+' : '−'} ${inReais(amount)}</b></p>
  <p class="detalhe"><time datetime="${new Date(at).toISOString()}">${shortMoment(at)}</time></p>
  <p class="quanto"><span class="estado ${tone}">${status}</span></p>
</li>`
}

function received(house: House, { endToEndId, receivedAt, amount, payer }: Pix): Movement {
  const returns = devolucoesOf(house, endToEndId)
  const of = (status: string) => returns.filter(one => one.status === status).reduce((sum, one) => sum + one.amount, 0n)
  const [status, tone] = returnState(amount, of('DEVOLVIDO'), of('EM_PROCESSAMENTO') > 0n) ?? ['Recebido', 'bom']
  return { at: receivedAt, incoming: true, amount, who: payer.name, status, tone }
}

const SENT: Record<Payout['status'], [string, Tone]> = {
  EM_PROCESSAMENTO: ['Em processamento', 'neutro'],
  REALIZADO: ['Realizado', 'bom'],
  NAO_REALIZADO: ['Não realizado', 'ruim'],
}

function sent(house: House, { endToEndId, requestedAt, amount, favorecidoChave, status }: Payout): Movement {
  const back = returnsOf(house, endToEndId).reduce((sum, one) => sum + one.amount, 0n)
  const [words, tone] = returnState(amount, back, false) ?? SENT[status]
  return {
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
