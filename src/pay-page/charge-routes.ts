// GET /p/{token}: a charge that its seller has sent to a buyer, by a person in the panel. The buyer types nothing: the code is there.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AttemptKind } from '#checkout/attempt/attempt.ts'
import type { Server } from '#http/server.ts'
import type { ChargePage } from '#sale/charge-page/charge-page.ts'
import type { PayPageDeps } from './deps.ts'
import { sendState } from './http/page-reply.ts'
import { admit, pageFor, showNowhere, showPage } from './http/visit.ts'
import { moneyText } from './language.ts'
import type { Page } from './page/page.ts'
import { pathWith } from './page/page.ts'
import { PAGE_RULES } from './rules.ts'
import { chargeMain } from './screen/charge.ts'

interface Visit {
  request: FastifyRequest
  reply: FastifyReply
  path: `/p/${string}`
  charge: ChargePage
  page: Page
}

export function chargeRoutes(server: Server, deps: PayPageDeps): void {
  const withCharge =
    (handle: (visit: Visit) => FastifyReply, kind: AttemptKind) =>
    async (request: FastifyRequest<{ Params: { token: string } }>, reply: FastifyReply) => {
      await admit(deps, kind, request)
      const { token } = request.params
      const charge = await deps.openCharge(token)
      if (charge === null) return showNowhere(deps, request, reply)
      const { sale, sellerName } = charge
      const page = await pageFor(deps, request, {
        checkout: { accountId: sale.accountId, language: null },
        sellerName,
      })
      return handle({ request, reply, path: `/p/${token}`, charge, page })
    }
  server.get<{ Params: { token: string } }>(
    '/p/:token',
    PAGE_RULES,
    withCharge(visit => showCharge(deps, visit), 'page'),
  )
  server.get<{ Params: { token: string } }>('/p/:token/estado', PAGE_RULES, withCharge(showState, 'state'))
}

function showCharge(deps: PayPageDeps, { reply, path, charge, page }: Visit): FastifyReply {
  const { title, main, version } = chargeMain(page, charge, pathWith(page, path))
  const { sale, screen } = charge
  const amount = moneyText(sale.amount, page.language)
  return showPage(deps, reply, page, {
    title,
    main,
    path,
    live: { screen, version, state: pathWith(page, `${path}/estado`), events: `${path}/eventos` },
    // The seller has sent it to this buyer, in a message that names the amount.
    preview: { title: page.look.name, description: page.words.pay(amount) },
  })
}

function showState({ reply, path, charge, page }: Visit): FastifyReply {
  const { title, main, version } = chargeMain(page, charge, pathWith(page, path))
  return sendState(reply, { screen: charge.screen, version, title, main: main.text })
}
