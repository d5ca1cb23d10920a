// A boleto on one sheet of A4, without scripts: what a person takes to a bank. Whoever has the address may see it, so it names its payer
// as masked as the page does.
import type { CartCustomer } from '#cart/cart.ts'
import { printedLine } from '#kernel/boleto/line.ts'
import { html, Markup } from '#kernel/html.ts'
import { moneyText } from '#kernel/text/local-text.ts'
import { dayText } from '../language.ts'
import { testBand } from '../page/frame.ts'
import { oneWay, type Page } from '../page/page.ts'
import { qrOf } from '../page/qr.ts'
import { barsOf, type OpenBoleto } from './boleto.ts'

export interface BoletoSheet extends OpenBoleto {
  payer: Pick<CartCustomer, 'name' | 'document'>
  /** By which the seller knows the order. */
  reference: string
}

const STYLE = `@page{size:A4;margin:14mm}
*{box-sizing:border-box}
body{margin:0 auto;max-width:182mm;padding:6mm 0;background:#fff;color:#000;font:11pt/1.4 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
h1{margin:0 0 2mm;font-size:16pt}
h2{margin:8mm 0 2mm;font-size:12pt}
p{margin:0 0 3mm}
dl{display:grid;grid-template-columns:1fr 1fr;margin:5mm 0;border:.3mm solid #000}
dl div{padding:2mm 3mm;border:.1mm solid #000}
dt{font-size:8.5pt}
dd{margin:0;font-weight:600}
.line{font:600 13pt/1.4 ui-monospace,Menlo,Consolas,monospace}
.qr{display:block;width:45mm;height:45mm}
.test{margin:0 0 5mm;padding:2mm 3mm;border:.6mm solid #000}
.bars svg{display:block;max-width:100%;margin-bottom:6mm}
@media screen{body{padding:6mm 16px}}
@media print{body{padding:0}}`

export function boletoSheet(page: Page, { sale, boleto, payer, reference }: BoletoSheet, nonce: string): Markup {
  const { words, language, look, operator, isTest } = page
  const cell = (label: string, value: Markup | string) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`
  const { line, dueOn, payUntil } = boleto
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${words.boleto} · ${oneWay(look.name)}</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${new Markup(STYLE)}</style>
</head>
<body>
${isTest && testBand(page)}<main>
<h1>${words.boletoOf(moneyText(sale.amount, language))}</h1>
<p>${words.boletoMade(dayText(dueOn, language))} ${sale.brCode === null ? words.boletoByLine : words.boletoByBoth}</p>
<dl>
${cell(words.paidTo, html`<bdi>${look.name}</bdi>`)}
${cell(words.payer, html`<bdi>${[payer.name, payer.document].filter(text => text !== '').join(' · ')}</bdi>`)}
${cell(words.dueDay, dayText(dueOn, language))}
${cell(words.payUntil, dayText(payUntil, language))}
${cell(words.amountToPay, moneyText(sale.amount, language))}
${cell(words.reference, html`<bdi>${reference}</bdi>`)}
</dl>
${sale.brCode !== null && html`<h2>${words.payByPix}</h2>${qrOf(sale.brCode, words.qrLabel(moneyText(sale.amount, language)))}`}
${line !== null && html`<h2>${words.boletoLine}</h2><p class="line">${printedLine(line)}</p>${barsOf(line, words.barCode)}`}
<p>${words.processedBy(operator)}</p>
</main>
</body>
</html>
`
}
