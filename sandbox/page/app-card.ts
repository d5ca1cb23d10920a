// What a payer sees in the app of the payer's bank: requests that wait, authorisations with their next days, debits to come.
import { cycleOf, dueOf } from '#kernel/calendar/cycles.ts'
import { html, Markup } from '#kernel/html.ts'
import { dayAt } from '../calendar.ts'
import { amountOf, type Cobr, dueOnOf, isOpen, isOpenTry, settlementOf } from '../cobr/cobr.ts'
import { cobrsOfRec, triesOf } from '../cobr/store.ts'
import { CUSTOMER } from '../customer.ts'
import { cyclesOf, type Rec, type RecStatus } from '../rec/rec.ts'
import { findRec, peopleOfRecs, recsOfPerson } from '../rec/store.ts'
import type { Bank } from '../resources.ts'
import { requestsOfPerson } from '../solicrec/store.ts'
import { alert } from './offer-card.ts'
import { PAYERS } from './payers.ts'
import { capField, dayText, recurrenceRows } from './recurrence-words.ts'
import { formattedDocument, inReais, moment } from './words.ts'

/** Days of an authorisation that are shown ahead. */
const DAYS_AHEAD = 4
const MAX_ENDED = 10
const MAX_PEOPLE = 100

export function appCard(bank: Bank, payer: string, problem: string | null = null): Markup {
  const own = recsOfPerson(bank, payer)
  const authorised = own.filter(({ status, progress }) => status === 'APROVADA' && progress.payer?.document === payer)
  const ended = own.filter(({ status }) => status !== 'CRIADA' && status !== 'APROVADA')
  return html`<section class="cartao">
<p class="voltar"><a href="/">← Pagar um código</a></p>
<h1>App do pagador</h1>
<p class="apoio">Pix Automático no banco de quem paga: pedidos para autorizar, autorizações e débitos.</p>
${alert(problem)}
${payerChoice(bank, payer)}
${section('Pedidos para autorizar', pendingOf(bank, payer), 'Nenhum pedido espera uma resposta.')}
${section('Débitos agendados', debitsOf(bank, authorised, payer), 'Nenhum débito está agendado.')}
${section(
  'Autorizações',
  authorised.map(rec => authorisation(bank, rec, payer)),
  'Nenhuma autorização em vigor.',
)}
${ended.length > 0 && section('Encerradas', ended.slice(0, MAX_ENDED).map(endedLine), '')}
</section>`
}

const section = (title: string, items: Markup[], empty: string): Markup => html`<section class="recorrencia">
<h2>${title}</h2>
${items.length === 0 ? html`<p class="vazio">${empty}</p>` : items}
</section>`

function payerChoice(bank: Bank, payer: string): Markup {
  const people = peopleOf(bank)
  const isListed = people.some(({ document }) => document === payer)
  return html`<form method="get" action="/app">
  <label for="pagador">Quem paga</label>
  <select id="pagador" name="pagador">${people.map(
    ({ name, document }) =>
      html`<option value="${document}"${payer === document && new Markup(' selected')}>${name && html`${name} · `}${formattedDocument(document)}</option>`,
  )}</select>
  <details${!isListed && new Markup(' open')}>
    <summary>Outro pagador</summary>
    <label for="outro">CPF ou CNPJ</label>
    <input id="outro" name="outro" maxlength="18" autocomplete="off" value="${isListed ? '' : formattedDocument(payer)}">
  </details>
  <div class="acoes"><button class="discreto" type="submit">Ver</button></div>
</form>`
}

/** The people of recurrences, then the test buyers. */
function peopleOf(bank: Bank): { document: string; name: string | null }[] {
  const known = peopleOfRecs(bank, MAX_PEOPLE)
  const others = PAYERS.filter(({ document }) => known.every(one => one.document !== document))
  return [...known, ...others]
}

/** The person that the page opens with: the one of the latest recurrence or request. */
export const firstPayer = (bank: Bank): string => peopleOf(bank)[0]?.document ?? PAYERS[0].document

function pendingOf(bank: Bank, payer: string): Markup[] {
  return requestsOfPerson(bank, payer).flatMap(({ idRec, expiresAt }) => {
    const rec = findRec(bank, idRec)
    return rec === undefined ? [] : [pending(rec, expiresAt, payer)]
  })
}

const pending = (rec: Rec, expiresAt: number, payer: string): Markup => html`<article>
<h3>${CUSTOMER.name}</h3>
<p class="apoio">Responder até ${moment(expiresAt)}</p>
<dl>${recurrenceRows(rec)}</dl>
<form method="post" action="/app/rec">
  ${hidden(rec, payer)}
  ${capField(`maximo-${rec.idRec}`)}
  <div class="acoes">
    <button class="principal" name="acao" value="autorizar">Autorizar</button>
    <button class="discreto" name="acao" value="recusar">Recusar</button>
  </div>
</form>
</article>`

const hidden = ({ idRec }: Rec, payer: string): Markup => html`<input type="hidden" name="idRec" value="${idRec}">
  <input type="hidden" name="pagador" value="${payer}">`

function authorisation(bank: Bank, rec: Rec, payer: string): Markup {
  return html`<article>
<h3>${CUSTOMER.name}</h3>
<dl>${recurrenceRows(rec)}</dl>
<h4>Próximos débitos</h4>
${calendarOf(bank, rec)}
<form method="post" action="/app/rec">
  ${hidden(rec, payer)}
  <div class="acoes"><button class="discreto" name="acao" value="cancelar">Cancelar autorização</button></div>
</form>
</article>`
}

const STATES: Record<Cobr['status'], [string, 'bom' | 'neutro' | 'ruim']> = {
  CRIADA: ['Recebido', 'neutro'],
  ATIVA: ['Agendado', 'neutro'],
  CONCLUIDA: ['Pago', 'bom'],
  EXPIRADA: ['Não pago', 'ruim'],
  REJEITADA: ['Rejeitado', 'ruim'],
  CANCELADA: ['Cancelado', 'ruim'],
}

/** The cycle of today, those that follow, and what was ordered in each. */
function calendarOf(bank: Bank, rec: Rec): Markup {
  const cycles = cyclesOf(rec)
  const { dataFinal } = rec.document.calendario
  const current = cycleOf(cycles, dayAt(bank.clock.now())) ?? 1
  const charges = cobrsOfRec(bank, rec.idRec)
  const days = Array.from({ length: DAYS_AHEAD }, (_, n) => current + n)
    .map(cycle => ({
      day: dueOf(cycles, cycle),
      charge: charges.findLast(one => one.cycle === cycle),
    }))
    .filter(({ day }) => dataFinal === undefined || day <= dataFinal)
  return html`<ol class="calendario">${days.map(({ day, charge }) => {
    const [words, tone] = charge === undefined ? ['Previsto', 'neutro'] : STATES[charge.status]
    const shown = charge === undefined ? day : dueOnOf(charge)
    const amount = charge && inReais(amountOf(charge))
    return html`<li><time datetime="${shown}">${dayText(shown)}</time> <span>${amount}</span> <span class="estado ${tone}">${words}</span></li>`
  })}</ol>`
}

function debitsOf(bank: Bank, recs: Rec[], payer: string): Markup[] {
  const today = dayAt(bank.clock.now())
  return recs.flatMap(rec =>
    cobrsOfRec(bank, rec.idRec)
      .filter(isOpen)
      .map(cobr => ({ cobr, day: triesOf(bank, cobr.txid).find(isOpenTry)?.settlesOn ?? settlementOf(cobr.document) }))
      .map(({ cobr, day }) => debitLine(rec, cobr, { day: dayText(day), payer, cancellable: day > today })),
  )
}

interface DebitShown {
  day: string
  payer: string
  /** Up to the day before. */
  cancellable: boolean
}

const debitLine = (rec: Rec, cobr: Cobr, { day, payer, cancellable }: DebitShown): Markup => html`<article>
<p><b>${inReais(amountOf(cobr))}</b> em ${day} · ${rec.document.vinculo.contrato} <span class="estado neutro">${STATES[cobr.status][0]}</span></p>
${
  cancellable &&
  html`<form method="post" action="/app/cobr">
  <input type="hidden" name="txid" value="${cobr.txid}">
  <input type="hidden" name="pagador" value="${payer}">
  <button class="discreto" type="submit">Cancelar este débito</button>
</form>`
}
</article>`

const ENDED: Partial<Record<RecStatus, string>> = {
  REJEITADA: 'Recusada',
  CANCELADA: 'Cancelada',
  EXPIRADA: 'Terminada',
}

const endedLine = (rec: Rec): Markup => html`<p class="encerrada">${CUSTOMER.name} · ${rec.document.vinculo.contrato}
<span class="estado ruim">${ENDED[rec.status]}</span></p>`
