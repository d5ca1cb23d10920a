// GET /v/{token}: the pages of a link, or of a look, as their seller is about to have them. Its forms lead from screen to screen, by the method
// that is chosen; nothing else that is typed into them is read, and nothing is kept, sold or charged.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Preview } from '#checkout/preview/previews.ts'
import type { Server } from '#http/server.ts'
import { Failure } from '#kernel/failure.ts'
import type { PayPageDeps } from './deps.ts'
import { formOf } from './http/form.ts'
import { goTo } from './http/page-reply.ts'
import { admit, pageFor, requireOwnOrigin, showNowhere, showPage } from './http/visit.ts'
import { languageSuffix } from './language.ts'
import { offerOf } from './page/offer.ts'
import { pathWith } from './page/page.ts'
import { FORM_RULES, PAGE_RULES } from './rules.ts'
import {
  exampleBuyer,
  type PreviewExample,
  type PreviewScreen,
  previewMain,
  screenAfter,
  screensOf,
} from './screen/preview.ts'
import { methodIn } from './step/pay.ts'

interface Visit {
  request: FastifyRequest
  reply: FastifyReply
  here: `/v/${string}`
  preview: Preview
}

export function previewRoutes(server: Server, deps: PayPageDeps): void {
  const withPreview =
    (handle: (visit: Visit) => FastifyReply | Promise<FastifyReply>) =>
    async (request: FastifyRequest<{ Params: { token: string } }>, reply: FastifyReply) => {
      await admit(deps, 'page', request)
      const { token } = request.params
      const preview = deps.checkouts.previews.open(token)
      return preview === null
        ? showNowhere(deps, request, reply)
        : handle({ request, reply, here: `/v/${token}`, preview })
    }
  server.get<{ Params: { token: string } }>(
    '/v/:token',
    PAGE_RULES,
    withPreview(visit => show(deps, visit)),
  )
  for (const step of ['contato', 'entrega', 'pagar'] as const) {
    const next = withPreview(visit => goOn(deps, visit, step))
    server.post<{ Params: { token: string } }>(`/v/:token/${step}`, FORM_RULES, async (request, reply) => {
      requireOwnOrigin(request, deps.origins)
      return next(request, reply)
    })
  }
}

/** What a preview shows of its link, with what a buyer would pay, and how. */
async function exampleOf(deps: PayPageDeps, preview: Preview, exampleTitle: string): Promise<PreviewExample> {
  const found = await preview.found(exampleTitle)
  const { checkout } = found
  const bought = deps.checkouts.price(checkout, { quantities: [], openAmount: checkout.openAmount?.min ?? null })
  if (bought instanceof Failure) throw new Error(`a preview cannot be sold: ${bought.message}`)
  return { found, bought, ways: deps.carts.waysToPay({ ...exampleBuyer(found), amount: bought.amount }, found) }
}

async function show(deps: PayPageDeps, { request, reply, here, preview }: Visit): Promise<FastifyReply> {
  const { accountId, language, look } = preview
  const page = await pageFor(deps, request, { accountId, language }, look)
  const example = await exampleOf(deps, preview, page.words.previewItem)
  const { passo } = request.query as { passo?: unknown }
  const screen = screensOf(example).find(one => one === passo) ?? 'contato'
  const order = offerOf(deps.checkouts, example.found.checkout)
  const { title, main } = previewMain(page, { ...example, order, screen, here, now: deps.clock() })
  return showPage(deps, reply, page, { title, main, path: here, query: { passo: screen }, live: null })
}

async function goOn(
  deps: PayPageDeps,
  { request, reply, here, preview }: Visit,
  step: PreviewScreen,
): Promise<FastifyReply> {
  const example = await exampleOf(deps, preview, '-')
  const next = screenAfter(step, screensOf(example), methodIn(formOf(request)))
  return goTo(reply, pathWith({ suffix: languageSuffix(request) }, here, { passo: next }))
}
