// A boleto that can be paid: its Pix code first, which is confirmed at once, then its line and bar code, when it is due and who is paid. One
// that a bank has taken already shows no code, so that nobody pays it twice.
import type { ShownBoleto } from '#cart/buyer/screen.ts'
import { barCodeSvg } from '#kernel/boleto/bar-code-svg.ts'
import { barCodeOfLine, printedLine } from '#kernel/boleto/line.ts'
import { html, type Markup } from '#kernel/html.ts'
import { moneyText } from '#kernel/text/local-text.ts'
import type { Sale } from '#sale/sale.ts'
import { dayText } from '../language.ts'
import type { Page } from '../page/page.ts'
import { pathWith } from '../page/page.ts'
import { qrOf } from '../page/qr.ts'

export interface OpenBoleto {
  sale: Pick<Sale, 'amount' | 'brCode'>
  boleto: ShownBoleto
}

export interface BoletoPaths {
  here: `/${string}`
  /** null: a preview has nothing to be printed. */
  print: `/${string}` | null
}

export function boletoScreen(page: Page, { sale, boleto }: OpenBoleto, { here, print }: BoletoPaths): Markup {
  const { words, language } = page
  const { dueOn, identifiedAt } = boleto
  if (identifiedAt !== null)
    return html`<section class="step">
<p class="status" role="status">${words.identifiedText}</p>
${factsOf(page, { sale, boleto })}
<a class="secondary" href="${pathWith(page, here)}">${words.refresh}</a>
</section>`
  return html`<section class="step boleto">
<p class="lead">${words.boletoMade(dayText(dueOn, language))} ${sale.brCode === null ? words.boletoByLine : words.boletoByBoth}</p>
${pixOf(page, sale)}
${lineOf(page, boleto)}
${factsOf(page, { sale, boleto })}
<p class="status" role="status">${words.waitingForBoleto}</p>
${print !== null && html`<a class="secondary" href="${pathWith(page, print)}" target="_blank" rel="noopener">${words.printBoleto}</a>`}
${boleto.pdfUrl !== null && html`<a class="secondary" href="${boleto.pdfUrl}" target="_blank" rel="noopener noreferrer">${words.boletoPdf}</a>`}
<a class="quiet" href="${pathWith(page, here)}">${words.havePaid}</a>
</section>`
}

function pixOf({ words, language }: Page, { amount, brCode }: OpenBoleto['sale']): Markup | null {
  if (brCode === null) return null
  return html`<div class="pix">${qrOf(brCode, words.qrLabel(moneyText(amount, language)))}
<label for="codigo">${words.code}</label>
<textarea id="codigo" class="code" rows="3" readonly spellcheck="false">${brCode}</textarea>
<button class="primary" type="button" data-copy="${brCode}" data-copied="${words.copied}" hidden>${words.copy}</button></div>`
}

function lineOf({ words }: Page, { line }: ShownBoleto): Markup | null {
  if (line === null) return null
  return html`<label for="linha">${words.boletoLine}</label>
<textarea id="linha" class="code" rows="2" readonly spellcheck="false">${printedLine(line)}</textarea>
<button class="secondary" type="button" data-copy="${line}" data-copied="${words.lineCopied}" hidden>${words.copyLine}</button>
${barsOf(line, words.barCode)}`
}

export function barsOf(line: string, label: string): Markup | null {
  const barCode = barCodeOfLine(line)
  return barCode === null ? null : html`<div class="bars">${barCodeSvg(barCode, label)}</div>`
}

function factsOf(page: Page, { sale, boleto: { dueOn, payUntil } }: OpenBoleto): Markup {
  const { words, language, look } = page
  const line = (label: string, value: Markup | string) =>
    html`<div class="line"><dt>${label}</dt><dd>${value}</dd></div>`
  return html`<dl>
${line(words.amountToPay, moneyText(sale.amount, language))}
${line(words.dueDay, dayText(dueOn, language))}
${payUntil !== dueOn && line(words.payUntil, dayText(payUntil, language))}
${line(words.paidTo, html`<bdi>${look.name}</bdi>`)}
</dl>`
}
