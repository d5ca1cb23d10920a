// The two steps of a payment: pasting a code, and seeing whom and how much one pays before one pays.
import QRCode from 'qrcode'
import { html, Markup } from '#kernel/html.ts'
import { SECOND_MS } from '#kernel/time.ts'
import { type Offer, obstacleOf } from '../buyer/offer.ts'
import { type Cob, hasExpired } from '../cob/cob.ts'
import { CUSTOMER } from '../customer.ts'
import type { House } from '../house.ts'
import { PAYERS } from './payers.ts'
import { formattedDocument, inReais, moment, refusalInWords } from './words.ts'

/** What the buyer typed, to be shown again when it is refused. */
export interface Typed {
  pagador?: string
  nome?: string
  documento?: string
  valor?: string
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

export async function offerCard(
  house: House,
  { offer, code, typed = {}, problem = null }: { offer: Offer; code: string; typed?: Typed; problem?: string | null },
): Promise<Markup> {
  const obstacle = offer.cob === null ? null : obstacleOf(house, offer.cob)
  return html`<section class="cartao">
<p class="voltar"><a href="/">← Outro código</a></p>
<h1>Confira a cobrança</h1>
${alert(problem ?? (obstacle === null ? null : refusalInWords(obstacle)))}
<div class="cobranca">
  <dl>
    <div class="destaque"><dt>Valor</dt><dd>${offer.amount === null ? 'Você escolhe' : inReais(offer.amount)}</dd></div>
    <div><dt>Recebedor</dt><dd>${CUSTOMER.name}<br><small>CNPJ ${formattedDocument(CUSTOMER.cnpj)}</small></dd></div>
    ${offer.cob && chargeRows(house, offer.cob)}
    ${offer.info && html`<div><dt>Mensagem</dt><dd>${offer.info}</dd></div>`}
    ${offer.txid && html`<div><dt>Identificador</dt><dd><code>${offer.txid}</code></dd></div>`}
  </dl>
  <figure role="img" aria-label="Código QR desta cobrança">${await qrOf(code)}</figure>
</div>
${payForm(offer, code, typed, obstacle === null ? null : (OBSTINATE[obstacle] ?? null))}
</section>`
}

function chargeRows(house: House, cob: Cob): Markup {
  const { devedor, infoAdicionais = [], expiracao } = cob.document
  const until = cob.createdAt + expiracao * SECOND_MS
  return html`<div><dt>${hasExpired(cob, house.clock.now()) ? 'Expirou em' : 'Pagar até'}</dt><dd>${moment(until)}</dd></div>
${devedor && html`<div><dt>Em nome de</dt><dd>${devedor.nome}</dd></div>`}
${infoAdicionais.map(({ nome, valor }) => html`<div><dt>${nome}</dt><dd>${valor}</dd></div>`)}`
}

function payForm(offer: Offer, code: string, typed: Typed, obstinate: string | null): Markup {
  const { pagador = PAYERS[0].document, nome, documento, valor } = typed
  const isOther = Boolean(nome || documento)
  return html`<form method="post" action="/pagar">
  <input type="hidden" name="codigo" value="${code}">
  ${offer.amountIsFree && amountField(offer, valor)}
  <label for="pagador">Quem paga</label>
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
  </details>
  ${!offer.amountIsFree && otherAmount(valor)}
  <div class="acoes">${obstinate === null ? payButtons : html`<button class="discreto" name="apesar" value="sim">${obstinate}</button>`}</div>
</form>`
}

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

function alert(problem: string | null): Markup | null {
  return problem === null ? null : html`<p class="problema" role="alert">${problem}</p>`
}

/** Modules of light around the code, as the standard asks. */
const QUIET_ZONE = 4

async function qrOf(code: string): Promise<Markup> {
  return new Markup(await QRCode.toString(code, { type: 'svg', margin: QUIET_ZONE, errorCorrectionLevel: 'M' }))
}
