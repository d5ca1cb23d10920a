// The receipt of a Pix that a buyer paid here.
import { html, type Markup } from '#kernel/html.ts'
import { maskDocument } from '#kernel/pix/document.ts'
import { CUSTOMER } from '../customer.ts'
import type { Pix } from '../pix/store.ts'
import { authoriseForm } from './offer-card.ts'
import { formattedDocument, inReais, moment } from './words.ts'

/** `offered`: the code of a bill that also offers a recurrence, which nobody has answered yet. */
export function receiptCard({ endToEndId, amount, receivedAt, payer, txid }: Pix, offered: string | null): Markup {
  return html`<section class="cartao recibo">
<div class="selo" aria-hidden="true">✓</div>
<h1 role="status">Pix realizado</h1>
<p class="total">${inReais(amount)}</p>
<p class="apoio">${moment(receivedAt)}, horário de Brasília</p>
<dl>
  <div><dt>Para</dt><dd>${CUSTOMER.name}<br><small>CNPJ ${formattedDocument(CUSTOMER.cnpj)}</small></dd></div>
  <div><dt>De</dt><dd>${payer.name}<br><small>${maskDocument(payer.document)}</small></dd></div>
  ${txid && html`<div><dt>Identificador</dt><dd><code>${txid}</code></dd></div>`}
  <div><dt>ID da transação</dt><dd><code id="e2e">${endToEndId}</code>
    <button class="discreto" type="button" data-copiar="e2e" hidden>Copiar</button></dd></div>
</dl>
<div class="acoes"><a class="principal" href="/">Pagar outro código</a>
  <form method="post" action="/devolver">
    <input type="hidden" name="endToEndId" value="${endToEndId}">
    <button class="discreto" type="submit">Devolver</button>
  </form></div>
${
  offered !== null &&
  html`<section class="recorrencia"><h2>Autorizar também os próximos?</h2>
<p class="apoio">Os débitos seguintes saem desta conta por Pix Automático.</p>
${authoriseForm(offered, { nome: payer.name, documento: payer.document })}</section>`
}
</section>`
}
