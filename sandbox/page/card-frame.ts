// The frame with a card's fields. It belongs to the acquirer's origin, so a checkout that shows it never sees what is typed. It talks to the one
// origin that was named, and that one alone may show it.
import { html } from '#kernel/html.ts'
import { TEST_CARDS } from '../card/card.ts'

/** "https://shop.example"; null where the text is no origin of the web. */
export function originIn(text: string): string | null {
  if (!URL.canParse(text)) return null
  const { origin, protocol } = new URL(text)
  return protocol === 'https:' || protocol === 'http:' ? origin : null
}

/** null: nobody shows it, and the token stands on the page itself. */
export function framePage(origin: string | null): string {
  const page = html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Cartão · Banco de Teste</title>
<link rel="stylesheet" href="/assets/banco.css">
<script src="/assets/quadro.js" defer></script>
</head>
<body class="quadro">
<form id="cartao" class="acoes" autocomplete="off" data-origem="${origin ?? ''}" novalidate>
  <fieldset><legend>Tipo</legend>
    <label><input type="radio" name="funding" value="credit" checked> Crédito</label>
    <label><input type="radio" name="funding" value="debit"> Débito</label>
  </fieldset>
  <label>Número do cartão <input name="number" inputmode="numeric" autocomplete="cc-number" maxlength="23" required></label>
  <label>Mês <input name="expirationMonth" inputmode="numeric" autocomplete="cc-exp-month" maxlength="2" placeholder="12" required></label>
  <label>Ano <input name="expirationYear" inputmode="numeric" autocomplete="cc-exp-year" maxlength="4" placeholder="2030" required></label>
  <label>Código de segurança <input name="cvv" inputmode="numeric" autocomplete="cc-csc" maxlength="4" required></label>
  <p id="problema" class="problema" role="alert" hidden></p>
  ${origin === null && html`<button class="principal" type="submit">Gerar token</button><p><code id="token"></code></p>`}
</form>
<details><summary>Cartões de teste</summary><ul>${TEST_CARDS.map(
    ([number, what]) => html`<li><code>${number}</code> ${what}</li>`,
  )}</ul></details>
</body>
</html>`
  return page.text
}
