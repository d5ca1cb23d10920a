// The two steps of a payment: pasting a code, and seeing whom and how much one pays before one pays.
import QRCode from 'qrcode'
import { html, Markup } from '#kernel/html.ts'
import { type Offer, type OfferedCharge, obstacleOf } from '../buyer/offer.ts'
import { CUSTOMER } from '../customer.ts'
import type { Journey } from '../rec/rec.ts'
import type { Bank } from '../resources.ts'
import { PAYERS } from './payers.ts'
import { capField, recurrenceRows } from './recurrence-words.ts'
import { formattedDocument, inReais, moment, refusalInWords } from './words.ts'

/** What the buyer typed, to be shown again when it is refused. */
export interface Typed {
  pagador?: string
  nome?: string
  documento?: string
  valor?: string
  maximo?: string
}

/** What the buyer does although it is late, or paid already; each has its own button. */
const OBSTINATE: Record<string, string> = {
  'already-paid': 'Pagar de novo',
  expired: 'Pagar mesmo assim',
  removed: 'Pagar mesmo assim',
}

export function pasteCard(code: string, problem: string | null): Markup {
  return html`<section class="cartao">
<h1>Pagar com Pix</h1>
<p class="apoio">Cole ou leia o código de uma cobrança para ver quem recebe e quanto.</p>
${alert(problem)}
<form method="get" action="/">
  <label for="codigo">Código Pix copia e cola</label>
  <textarea id="codigo" name="codigo" rows="5" required maxlength="512" spellcheck="false" autocomplete="off"
    placeholder="00020101021226…">${code}</textarea>
  <div class="acoes">
    <button class="principal" type="submit">Ver cobrança</button>
    <button class="discreto" type="button" data-colar="codigo" hidden>Colar código</button>
    <button class="discreto" type="button" data-camera="codigo" hidden>Ler com a câmera</button>
    <button class="discreto" type="button" data-imagem="codigo" hidden>Ler de uma imagem</button>
  </div>
  <input type="file" id="imagem" accept="image/*" aria-label="Imagem de um código QR" hidden>
  <video id="camera" class="camera" playsinline muted hidden></video>
  <p id="leitura" class="apoio" role="status"></p>
</form>
</section>`
}

interface OfferShown {
  offer: Offer
  code: string
  typed?: Typed
  problem?: string | null
}

export async function offerCard(bank: Bank, { offer, code, typed = {}, problem = null }: OfferShown): Promise<Markup> {
  const { charge, recurrence } = offer
  const obstacle = charge === null ? null : obstacleOf(bank, charge)
  const isAlone = recurrence?.journey === 'JORNADA_2'
  return html`<section class="cartao">
<p class="voltar"><a href="/">← Outro código</a></p>
<h1>${isAlone ? 'Confira a autorização' : 'Confira a cobrança'}</h1>
${alert(problem ?? (obstacle === null ? null : refusalInWords(obstacle)))}
<div class="cobranca">
  <dl>
    ${!isAlone && html`<div class="destaque"><dt>Valor</dt><dd>${offer.amount === null ? 'Você escolhe' : inReais(offer.amount)}</dd></div>`}
    <div><dt>Recebedor</dt><dd>${CUSTOMER.name}<br><small>CNPJ ${formattedDocument(CUSTOMER.cnpj)}</small></dd></div>
    ${charge && chargeRows(bank, charge)}
    ${offer.info && html`<div><dt>Mensagem</dt><dd>${offer.info}</dd></div>`}
    ${offer.txid && html`<div><dt>Identificador</dt><dd><code>${offer.txid}</code></dd></div>`}
  </dl>
  <figure role="img" aria-label="Código QR desta cobrança">${await qrOf(code)}</figure>
</div>
${recurrence && recurrencePart(recurrence)}
${isAlone ? authoriseForm(code, typed) : payForm(offer, code, typed, obstacle === null ? null : (OBSTINATE[obstacle] ?? null))}
</section>`
}

const MEANING: Partial<Record<Journey, string>> = {
  JORNADA_2: 'Nada é pago agora. Você autoriza débitos futuros nesta conta.',
  JORNADA_3: 'Pagando, você também autoriza os débitos seguintes.',
  JORNADA_4: 'Depois de pagar, você pode autorizar os débitos seguintes.',
}

function recurrencePart({ rec, journey }: NonNullable<Offer['recurrence']>): Markup {
  const isPending = rec.status === 'CRIADA'
  return html`<section class="recorrencia"><h2>Pix Automático</h2>
<p class="apoio">${isPending ? MEANING[journey] : 'Esta autorização já foi respondida.'}</p>
<dl>${recurrenceRows(rec)}</dl></section>`
}

function chargeRows(bank: Bank, { debtor, details, until }: OfferedCharge): Markup {
  const isOver = bank.clock.now() >= until
  return html`<div><dt>${isOver ? 'Expirou em' : 'Pagar até'}</dt><dd>${moment(until)}</dd></div>
${debtor && html`<div><dt>Em nome de</dt><dd>${debtor}</dd></div>`}
${details.map(({ nome, valor }) => html`<div><dt>${nome}</dt><dd>${valor}</dd></div>`)}`
}

function payForm(offer: Offer, code: string, typed: Typed, obstinate: string | null): Markup {
  const authorises = offer.recurrence?.journey === 'JORNADA_3' && offer.recurrence.rec.status === 'CRIADA'
  const buttons = authorises ? payAndAuthoriseButton : payButtons
  return html`<form method="post" action="/pagar">
  <input type="hidden" name="codigo" value="${code}">
  ${offer.amountIsFree && amountField(offer, typed.valor)}
  ${payerFields(typed)}
  ${authorises && capField('maximo', typed.maximo)}
  ${!offer.amountIsFree && otherAmount(typed.valor)}
  <div class="acoes">${obstinate === null ? buttons : html`<button class="discreto" name="apesar" value="sim">${obstinate}</button>`}</div>
</form>`
}

/** Of a recurrence whose code asks for no payment, or whose bill is paid. */
export function authoriseForm(code: string, typed: Typed = {}): Markup {
  return html`<form method="post" action="/autorizar">
  <input type="hidden" name="codigo" value="${code}">
  ${payerFields(typed)}
  ${capField('maximo', typed.maximo)}
  <div class="acoes"><button class="principal" type="submit">Autorizar</button></div>
</form>`
}

function payerFields({ pagador = PAYERS[0].document, nome, documento }: Typed): Markup {
  const isOther = Boolean(nome || documento)
  return html`<label for="pagador">Quem paga</label>
  <select id="pagador" name="pagador">${PAYERS.map(
    ({ name, document }) =>
      html`<option value="${document}"${pagador === document && new Markup(' selected')}>${name} · ${formattedDocument(document)}</option>`,
  )}</select>
  <details${isOther && new Markup(' open')}>
    <summary>Outro pagador</summary>
    <label for="nome">Nome</label>
    <input id="nome" name="nome" maxlength="140" autocomplete="off" value="${nome}">
    <label for="documento">CPF ou CNPJ</label>
    <input id="documento" name="documento" maxlength="18" autocomplete="off" value="${documento}">
  </details>`
}

const payAndAuthoriseButton = html`<button class="principal" type="submit">Pagar e autorizar</button>`

const payButtons = html`<button class="principal" type="submit">Pagar</button>
  <button class="discreto" name="vezes" value="2">Pagar duas vezes</button>`

/** As a bank that errs would. */
function otherAmount(typed: string | undefined): Markup {
  return html`<details${Boolean(typed) && new Markup(' open')}>
    <summary>Outro valor</summary>
    <label for="valor">Valor, em reais</label>
    <input id="valor" name="valor" inputmode="decimal" maxlength="20" autocomplete="off" value="${typed}"
      placeholder="o da cobrança">
  </details>`
}

function amountField({ amount }: Offer, typed: string | undefined): Markup {
  const shown = typed ?? (amount === null || amount === 0n ? '' : inReais(amount).replace(/^R\$\s/, ''))
  return html`<label for="valor">Valor, em reais</label>
  <input id="valor" name="valor" inputmode="decimal" required maxlength="20" autocomplete="off" placeholder="0,00" value="${shown}">`
}

export function alert(problem: string | null): Markup | null {
  return problem === null ? null : html`<p class="problema" role="alert">${problem}</p>`
}

/** Modules of light around the code, as the standard asks. */
const QUIET_ZONE = 4

async function qrOf(code: string): Promise<Markup> {
  return new Markup(await QRCode.toString(code, { type: 'svg', margin: QUIET_ZONE, errorCorrectionLevel: 'M' }))
}
