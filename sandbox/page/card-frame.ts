// The frame with a card's fields. It belongs to the acquirer's origin, so a checkout that shows it never sees what is typed. It talks to the one
// origin that was named, and that one alone may show it.
import { html, type Markup } from '#kernel/html.ts'
import { SHOWN_CARDS } from '../card/card.ts'

/** "https://shop.example"; null where the text is no origin of the web. */
export function originIn(text: string): string | null {
  if (!URL.canParse(text)) return null
  const { origin, protocol } = new URL(text)
  return protocol === 'https:' || protocol === 'http:' ? origin : null
}

export interface FrameOptions {
  /** Of the page that shows it; null: nobody does, and the token stands on the page itself. */
  origin: string | null
  language: 'pt-BR' | 'en'
  /** null: the buyer chooses. */
  funding: 'credit' | 'debit' | null
}

const WORDS = {
  'pt-BR': {
    kind: 'Tipo',
    credit: 'Crédito',
    debit: 'Débito',
    number: 'Número do cartão',
    month: 'Mês',
    year: 'Ano',
    cvv: 'Código de segurança',
    make: 'Gerar token',
    testCards: 'Cartões de teste',
    wrong: {
      number: 'Confira o número do cartão.',
      expiration_month: 'Confira o mês de validade.',
      expiration_year: 'Confira o ano de validade.',
      cvv: 'Confira o código de segurança.',
      other: 'O cartão não pôde ser lido. Tente de novo.',
    },
  },
  en: {
    kind: 'Kind',
    credit: 'Credit',
    debit: 'Debit',
    number: 'Card number',
    month: 'Month',
    year: 'Year',
    cvv: 'Security code',
    make: 'Make a token',
    testCards: 'Test cards',
    wrong: {
      number: 'Check the number of the card.',
      expiration_month: 'Check the month of expiry.',
      expiration_year: 'Check the year of expiry.',
      cvv: 'Check the security code.',
      other: 'The card could not be read. Please try again.',
    },
  },
} as const

export function framePage({ origin, language, funding }: FrameOptions): string {
  const words = WORDS[language]
  const page = html`<!doctype html>
<html lang="${language}" class="quadro">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${words.number} · Banco de Teste</title>
<link rel="stylesheet" href="/assets/banco.css">
<script src="/assets/quadro.js" defer></script>
</head>
<body>
<main>
<form id="cartao" class="acoes" autocomplete="off" data-origem="${origin ?? ''}" data-palavras="${JSON.stringify(words.wrong)}" novalidate>
  ${fundingFields(words, funding)}
  <label class="largo">${words.number} <input name="number" inputmode="numeric" autocomplete="cc-number" maxlength="23" required></label>
  <label>${words.month} <input name="expirationMonth" inputmode="numeric" autocomplete="cc-exp-month" maxlength="2" placeholder="12" required></label>
  <label>${words.year} <input name="expirationYear" inputmode="numeric" autocomplete="cc-exp-year" maxlength="4" placeholder="2030" required></label>
  <label class="largo">${words.cvv} <input name="cvv" inputmode="numeric" autocomplete="cc-csc" maxlength="4" required></label>
  <p id="problema" class="problema largo" role="alert" hidden></p>
  ${origin === null && html`<button class="principal largo" type="submit">${words.make}</button><p><code id="token"></code></p>`}
</form>
<details><summary>${words.testCards}</summary><ul>${SHOWN_CARDS.map(
    ([number, what]) => html`<li><code>${number}</code> ${what}</li>`,
  )}</ul></details>
</main>
</body>
</html>`
  return page.text
}

function fundingFields(
  words: (typeof WORDS)['pt-BR'] | (typeof WORDS)['en'],
  funding: FrameOptions['funding'],
): Markup {
  if (funding !== null) return html`<input type="hidden" name="funding" value="${funding}">`
  return html`<fieldset class="largo"><legend>${words.kind}</legend>
    <label><input type="radio" name="funding" value="credit" checked> ${words.credit}</label>
    <label><input type="radio" name="funding" value="debit"> ${words.debit}</label>
  </fieldset>`
}
