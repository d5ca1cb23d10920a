// GET /p/{token}: a charge that its seller has sent to a buyer, by a person in the panel. The buyer types nothing: the code is there.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AddressAttemptKind } from '#checkout/attempt/attempt.ts'
import type { Server } from '#http/server.ts'
import { moneyText } from '#kernel/text/local-text.ts'
import type { ChargePage } from '#sale/charge-page/charge-page.ts'
import type { PayPageDeps } from './deps.ts'
import { sendState } from './http/page-reply.ts'
import { admit, pageFor, showNowhere, showPage } from './http/visit.ts'
import type { Page } from './page/page.ts'
import { pathWith } from './page/page.ts'
import { PAGE_RULES } from './rules.ts'
import { chargeMain, versionOfCharge } from './screen/charge.ts'

interface Visit {
  request: FastifyRequest
  reply: FastifyReply
  path: `/p/${string}`
  charge: ChargePage
}

export function chargeRoutes(server: Server, deps: PayPageDeps): void {
  const withCharge =
    (handle: (deps: PayPageDeps, visit: Visit) => Promise<FastifyReply>, kind: AddressAttemptKind) =>
    async (request: FastifyRequest<{ Params: { token: string } }>, reply: FastifyReply) => {
      await admit(deps, kind, request)
      const { token } = request.params
      const charge = await deps.openCharge(token)
      if (charge === null) return showNowhere(deps, request, reply)
      return handle(deps, { request, reply, path: `/p/${token}`, charge })
    }
  server.get<{ Params: { token: string } }>('/p/:token', PAGE_RULES, withCharge(showCharge, 'page'))
  server.get<{ Params: { token: string } }>('/p/:token/estado', PAGE_RULES, withCharge(showState, 'state'))
}

const pageOf = (deps: PayPageDeps, { request, charge: { sale } }: Visit): Promise<Page> =>
  pageFor(deps, request, { accountId: sale.accountId, language: null })

async function showCharge(deps: PayPageDeps, visit: Visit): Promise<FastifyReply> {
  const { reply, path, charge } = visit
  const page = await pageOf(deps, visit)
  const { title, main } = chargeMain(page, charge, pathWith(page, path))
  const { sale, screen } = charge
  const amount = moneyText(sale.amount, page.language)
  return showPage(deps, reply, page, {
    title,
    main,
    path,
    live: {
      screen,
      version: versionOfCharge(charge),
      state: pathWith(page, `${path}/estado`),
      events: `${path}/eventos`,
    },
    // The seller has sent it to this buyer, in a message that names the amount.
    preview: { title: page.look.name, description: page.words.pay(amount) },
  })
}

const showState = (deps: PayPageDeps, visit: Visit): Promise<FastifyReply> =>
  sendState(visit.reply, versionOfCharge(visit.charge), async () => {
    const { charge, path } = visit
    const page = await pageOf(deps, visit)
    const { title, main } = chargeMain(page, charge, pathWith(page, path))
    return { screen: charge.screen, title, main: main.text }
  })
