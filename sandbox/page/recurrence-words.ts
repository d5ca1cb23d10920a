// How the page speaks of recurrences: what is authorised, how often, how much, since when.
import type { Periodicity } from '#kernel/calendar/cycles.ts'
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import { html, type Markup } from '#kernel/html.ts'
import { centavos } from '#kernel/money.ts'
import { fixedAmountOf, minimumOf, type Rec } from '../rec/rec.ts'
import { formattedDocument, inReais } from './words.ts'

const EVERY: Record<Periodicity, string> = {
  SEMANAL: 'Toda semana',
  MENSAL: 'Todo mês',
  TRIMESTRAL: 'A cada três meses',
  SEMESTRAL: 'A cada seis meses',
  ANUAL: 'Todo ano',
}

/** "10/03/2026". */
export const dayText = (day: LocalDate | string): string => day.split('-').reverse().join('/')

function amountText(rec: Rec): string {
  const fixed = fixedAmountOf(rec)
  if (fixed !== null) return inReais(fixed)
  const minimum = minimumOf(rec)
  return minimum === null ? 'Variável' : `Variável; o seu limite precisa ser de ao menos ${inReais(minimum)}`
}

/** The rows of a list that says what one authorises. */
export function recurrenceRows(rec: Rec): Markup {
  const { vinculo, calendario, politicaRetentativa } = rec.document
  const { nome, cpf, cnpj } = vinculo.devedor
  const { cap } = rec.progress
  return html`<div><dt>Contrato</dt><dd>${vinculo.contrato}${vinculo.objeto && html` · ${vinculo.objeto}`}</dd></div>
<div><dt>Cobrança</dt><dd>${EVERY[calendario.periodicidade]}, a partir de ${dayText(calendario.dataInicial)}${calendario.dataFinal && html`, até ${dayText(calendario.dataFinal)}`}</dd></div>
<div><dt>Valor de cada débito</dt><dd>${amountText(rec)}</dd></div>
${cap !== null && html`<div><dt>Seu limite por débito</dt><dd>${inReais(centavos(BigInt(cap)))}</dd></div>`}
<div><dt>Em nome de</dt><dd>${nome}<br><small>${formattedDocument(cpf ?? cnpj ?? '')}</small></dd></div>
${politicaRetentativa === 'PERMITE_3R_7D' && html`<div><dt>Sem saldo no dia</dt><dd>Até três novas tentativas em sete dias</dd></div>`}`
}

/** An optional field, wherever a recurrence is authorised. */
export const capField = (
  id: string,
  typed = '',
): Markup => html`<label for="${id}">Valor máximo por débito, em reais (opcional)</label>
  <input id="${id}" name="maximo" inputmode="decimal" maxlength="20" autocomplete="off" placeholder="sem limite" value="${typed}">`
