// The link that a seller sends to a buyer who has left: GET /r/{token} shows the order and, masked, whose it is; the form goes on with
// it, with the same data or with others.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Recovery } from '#cart/buyer/recover.ts'
import type { Server } from '#http/server.ts'
import { Failure } from '#kernel/failure.ts'
import { html } from '#kernel/html.ts'
import { moneyText } from '#kernel/text/local-text.ts'
import type { PayPageDeps } from './deps.ts'
import type { CartCookie } from './http/cart-cookie.ts'
import { formOf } from './http/form.ts'
import { goTo } from './http/page-reply.ts'
import { admit, pageFor, requireOwnOrigin, showNowhere, showPage } from './http/visit.ts'
import { type Page, pathWith } from './page/page.ts'
import { noticeOf } from './page/parts.ts'
import { summaryOf } from './page/summary.ts'
import { FORM_RULES, PAGE_RULES } from './rules.ts'

export function recoveryRoutes(server: Server, deps: PayPageDeps, cookie: CartCookie): void {
  server.get<{ Params: { token: string } }>('/r/:token', PAGE_RULES, async (request, reply) => {
    await admit(deps, 'page', request)
    const { token } = request.params
    const recovery = await deps.carts.openRecovery(token)
    return recovery === null ? showNowhere(deps, request, reply) : show(deps, request, reply, { token, recovery })
  })
  server.post<{ Params: { token: string } }>('/r/:token', FORM_RULES, async (request, reply) => {
    requireOwnOrigin(request, deps.origins)
    await admit(deps, 'page', request)
    const { token } = request.params
    const recovery = await deps.carts.openRecovery(token)
    if (recovery === null) return showNowhere(deps, request, reply)
    await admit(deps, 'cart', request)
    const opened = await deps.carts.goOnWithRecovery(token)
    if (opened instanceof Failure) {
      if (opened.code === 'NOT_FOUND') return showNowhere(deps, request, reply)
      throw opened
    }
    cookie.set(reply, opened.token)
    const page = await pageFor(deps, request, recovery.found.checkout)
    const query: Record<string, string> = formOf(request).text('dados') === 'outros' ? { passo: 'contato' } : {}
    return goTo(reply, pathWith(page, `/c/${opened.token}`, query))
  })
}

async function show(
  deps: PayPageDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { token, recovery }: { token: string; recovery: Recovery },
): Promise<FastifyReply> {
  const page = await pageFor(deps, request, recovery.found.checkout)
  const { words, look } = page
  const { items, shipping, discount, amount, priceNow } = recovery
  const isSold = priceNow !== null
  const main = html`<div class="columns"><h1 class="title" tabindex="-1">${words.recovery}</h1>
${summaryOf(page, { items, shipping, discount, amount })}
<div class="task"><section class="step">
${priceNow !== null && priceNow !== amount && noticeOf(words.priceChanged(moneyText(amount, page.language), moneyText(priceNow, page.language)), 'plain')}
${isSold ? goOnForm(page, token, recovery) : html`<p class="lead">${words.closedText(look.name)}</p>`}
</section></div></div>`
  const path = `/r/${token}` as const
  return showPage(deps, reply, page, { title: `${words.recovery} · ${look.name}`, main, path, live: null })
}

function goOnForm(page: Page, token: string, { masked }: Recovery) {
  const { words } = page
  const { name, email, phone, document } = masked
  const reach = [email, phone, document].filter(part => part !== '').join(' · ')
  return html`<p class="lead">${words.recoveryText}</p>
<div class="given"><p><bdi>${name}</bdi></p><p><bdi>${reach}</bdi></p></div>
<form method="post" action="${pathWith(page, `/r/${token}`)}" data-once>
<button class="primary" type="submit" name="dados" value="estes">${words.useThese}</button>
<button class="secondary" type="submit" name="dados" value="outros">${words.useOthers}</button>
</form>`
}
