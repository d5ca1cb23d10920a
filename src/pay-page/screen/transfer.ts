// Where a buyer transfers the amount, and the reference by which it is recognised, each to be copied.
import { dateAt } from '#kernel/calendar/local-time.ts'
import { html, type Markup } from '#kernel/html.ts'
import { readableDocument } from '#kernel/pix/document.ts'
import { moneyText } from '#kernel/text/local-text.ts'
import { later } from '#kernel/time.ts'
import type { BankTransfer, Sale } from '#sale/sale.ts'
import { dayText } from '../language.ts'
import type { Page } from '../page/page.ts'

export type TransferSale = Pick<Sale, 'amount' | 'expiresAt' | 'bankTransfer'>

export function transferScreen(page: Page, { amount, expiresAt, bankTransfer }: TransferSale, here: string): Markup {
  const { words, language } = page
  if (bankTransfer === undefined) throw new Error('a sale by transfer has no bank data')
  const { reference, payee } = bankTransfer
  return html`<section class="step transfer">
<p class="lead">${words.transferSteps}</p>
${copied(words.transferReference, 'referencia', reference, words.copyReference, words.referenceCopied)}
${copied(words.pixKey, 'chave', payee.pixKey, words.copyPixKey, words.pixKeyCopied)}
<dl>
${line(words.amountToPay, moneyText(amount, language))}
${bankLines(page, payee)}
${line(words.transferUntil, dayText(dateAt(later(expiresAt, -1)), language))}
</dl>
<p class="status" role="status">${words.waitingForTransfer}</p>
<a class="secondary" href="${here}">${words.havePaid}</a>
</section>`
}

const line = (label: string, value: string): Markup =>
  html`<div class="line"><dt>${label}</dt><dd><bdi>${value}</bdi></dd></div>`

function bankLines({ words }: Page, payee: BankTransfer['payee']): Markup[] {
  const { bank, branch, account, accountType, holderName, holderDocument } = payee
  const kinds = { CORRENTE: words.checkingAccount, POUPANCA: words.savingsAccount, PAGAMENTO: words.paymentAccount }
  return [
    line(words.bank, bank),
    line(words.branch, branch),
    line(words.account, `${account} (${kinds[accountType]})`),
    line(words.holder, holderName),
    line(words.holderDocument, readableDocument(holderDocument)),
  ]
}

const copied = (label: string, id: string, text: string, copy: string, done: string): Markup =>
  html`<label for="${id}">${label}</label>
<input id="${id}" class="code" value="${text}" readonly>
<button class="secondary" type="button" data-copy="${text}" data-copied="${done}" hidden>${copy}</button>`
