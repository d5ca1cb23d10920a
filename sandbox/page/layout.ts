// The frame of the page: header, the task at hand, and the account's movement beside it.
import { html, type Markup } from '#kernel/html.ts'
import { balanceOf } from '../account.ts'
import { CUSTOMER } from '../customer.ts'
import type { Bank } from '../resources.ts'
import { movementList } from './movement.ts'
import { inReais } from './words.ts'

export function pageOf(bank: Bank, title: string, task: Markup): string {
  const page = html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Banco de Teste</title>
<link rel="icon" href="/assets/marca.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/banco.css">
<script src="/assets/banco.js" defer></script>
<script src="/assets/leitor.js" type="module"></script>
</head>
<body>
<header class="topo">
  <a class="marca" href="/"><img src="/assets/marca.svg" alt="" width="36" height="36"><span>Banco de Teste</span></a>
  <nav aria-label="Banco"><a href="/">Pagar</a> <a href="/app">App do pagador</a></nav>
  <p class="aviso">Dinheiro de mentira, para desenvolver</p>
</header>
<div class="colunas">
  <main>${task}</main>
  <aside aria-labelledby="movimento-titulo">
    <div id="movimento">${movementPart(bank)}</div>
  </aside>
</div>
<footer><p>Nenhum centavo daqui existe. Ambiente de testes da Porteira.</p></footer>
</body>
</html>`
  return page.text
}

/** What the page's script fetches anew every few seconds. */
export function movementPart(bank: Bank): Markup {
  return html`<h2 id="movimento-titulo">Conta do recebedor</h2>
<p class="conta">${CUSTOMER.name}</p>
<p class="saldo"><span>Saldo</span> <strong>${inReais(balanceOf(bank))}</strong></p>
${movementList(bank, { max: MAX_BESIDE, returns: false })}
<p class="tudo"><a href="/extrato">Ver tudo o que o banco viu</a></p>`
}

const MAX_BESIDE = 12
const MAX_IN_STATEMENT = 200

/** Everything lately, as a task of its own. */
export function statementCard(bank: Bank): Markup {
  return html`<section class="cartao">
<p class="voltar"><a href="/">← Pagar um código</a></p>
<h1>O que o banco viu</h1>
<p class="apoio">Os últimos ${MAX_IN_STATEMENT} Pix que entraram e saíram, do mais novo ao mais antigo.</p>
${movementList(bank, { max: MAX_IN_STATEMENT, returns: true })}
</section>`
}
