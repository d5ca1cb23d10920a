// A buyer's cart: GET /c/{token} shows what is true of it now, and its forms are the steps. Whoever has the address may see the page,
// so it shows nothing in full that was stored of a person.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CartView } from '#cart/buyer/state.ts'
import type { AttemptKind } from '#checkout/attempt/attempt.ts'
import type { Server } from '#http/server.ts'
import { Failure } from '#kernel/failure.ts'
import { mintUuid } from '#kernel/ids.ts'
import { centavos } from '#kernel/money.ts'
import type { PayPageDeps } from './deps.ts'
import type { CartCookie } from './http/cart-cookie.ts'
import { type Form, formOf } from './http/form.ts'
import { goTo, sendFound, sendState } from './http/page-reply.ts'
import { admit, pageFor, requireOwnOrigin, showNowhere, showPage, showSheet } from './http/visit.ts'
import { languageSuffix } from './language.ts'
import { type CartPage, isBuying, mainOf, versionOf } from './page/main.ts'
import { pathWith } from './page/page.ts'
import { FORM_RULES, PAGE_RULES } from './rules.ts'
import { boletoSheet } from './screen/boleto-sheet.ts'
import { contactRequestOf, problemsOfContact } from './step/contact-form.ts'
import { addressOf, filledWith, problemsOfDelivery } from './step/delivery.ts'
import { boletoFieldsOf, problemsOfBoleto, type TypedBoleto } from './step/pay.ts'
import type { ZipCodeAddress } from './zip-code/answer.ts'

interface Visit {
  request: FastifyRequest<{ Params: { token: string } }>
  reply: FastifyReply
  token: string
  view: CartView
}

type Handler = (visit: Visit) => Promise<FastifyReply>

export function cartRoutes(server: Server, deps: PayPageDeps, cookie: CartCookie): void {
  const withCart =
    (handle: Handler, kind: AttemptKind = 'page') =>
    async (request: FastifyRequest<{ Params: { token: string } }>, reply: FastifyReply) => {
      await admit(deps, kind, request)
      const { token } = request.params
      const view = await deps.carts.stateOf(token)
      return view === null ? showNowhere(deps, request, reply) : handle({ request, reply, token, view })
    }
  const taking = (handle: Handler) => {
    const found = withCart(handle)
    return async (request: FastifyRequest<{ Params: { token: string } }>, reply: FastifyReply) => {
      requireOwnOrigin(request, deps.origins)
      return found(request, reply)
    }
  }
  server.get<{ Params: { token: string } }>(
    '/c/:token',
    PAGE_RULES,
    withCart(visit => show(deps, visit, stepOf(visit))),
  )
  server.get<{ Params: { token: string } }>(
    '/c/:token/estado',
    PAGE_RULES,
    withCart(visit => showState(deps, visit), 'state'),
  )
  server.post<{ Params: { token: string } }>(
    '/c/:token/contato',
    FORM_RULES,
    taking(visit => contact(deps, cookie, visit)),
  )
  server.post<{ Params: { token: string } }>(
    '/c/:token/entrega',
    FORM_RULES,
    taking(visit => delivery(deps, visit)),
  )
  server.post<{ Params: { token: string } }>(
    '/c/:token/pagar',
    FORM_RULES,
    taking(visit => pay(deps, visit)),
  )
  server.get<{ Params: { token: string } }>(
    '/c/:token/boleto',
    PAGE_RULES,
    withCart(visit => showBoleto(deps, visit)),
  )
  server.get<{ Params: { token: string } }>(
    '/c/:token/cep/:zipCode',
    PAGE_RULES,
    withCart(visit => answerZipCode(deps, visit)),
  )
  // Where a form was refused its page has the form's address: a reload by hand leads back.
  for (const step of ['contato', 'entrega', 'pagar'])
    server.get<{ Params: { token: string } }>(`/c/:token/${step}`, PAGE_RULES, async (request, reply) => {
      const page = { suffix: languageSuffix(request) }
      return goTo(reply, pathWith(page, `/c/${encodeURIComponent(request.params.token)}`))
    })
}

const cartPageOf = ({ random, lookUpZipCode }: PayPageDeps, token: string): CartPage => ({
  here: `/c/${token}`,
  attempt: mintUuid(random),
  findsZipCodes: lookUpZipCode !== null,
})

type Step = NonNullable<CartPage['step']>

/** Where the buyer wants to go back to, as long as nothing has been charged. */
function stepOf({ request, view }: Visit): Partial<CartPage> {
  const { passo } = request.query as { passo?: unknown }
  if (!isBuying(view.screen)) return {}
  if (passo === 'contato') return { step: { name: 'contato' } }
  return passo === 'entrega' && view.found.asksAddress ? { step: { name: 'entrega' } } : {}
}

async function show(
  deps: PayPageDeps,
  { request, reply, token, view }: Visit,
  more: Partial<CartPage> & { status?: number } = {},
): Promise<FastifyReply> {
  const page = await pageFor(deps, request, view.found.checkout)
  const path = `/c/${token}` as const
  const { title, main } = mainOf(view, page, { ...cartPageOf(deps, token), ...more })
  return showPage(deps, reply, page, {
    status: more.status ?? 200,
    title,
    main,
    path,
    ...(more.step !== undefined && { query: { passo: more.step.name } }),
    live: {
      screen: view.screen.kind,
      version: versionOf(view),
      state: pathWith(page, `${path}/estado`),
      events: `${path}/eventos`,
    },
  })
}

const showState = (deps: PayPageDeps, { request, reply, token, view }: Visit): Promise<FastifyReply> =>
  sendState(reply, versionOf(view), async () => {
    const page = await pageFor(deps, request, view.found.checkout)
    const { title, main } = mainOf(view, page, cartPageOf(deps, token))
    return { screen: view.screen.kind, title, main: main.text }
  })

/** To be printed, as long as it is to be paid. */
async function showBoleto(deps: PayPageDeps, { request, reply, token, view }: Visit): Promise<FastifyReply> {
  const page = await pageFor(deps, request, view.found.checkout)
  const { screen, masked: payer } = view
  if (screen.kind !== 'BOLETO' || screen.boleto.identifiedAt !== null) return goTo(reply, pathWith(page, `/c/${token}`))
  const { sale, boleto } = screen
  const reference = sale.externalReference ?? sale.uuid
  return showSheet(deps, reply, nonce => boletoSheet(page, { sale, boleto, payer, reference }, nonce))
}

async function contact(deps: PayPageDeps, cookie: CartCookie, visit: Visit): Promise<FastifyReply> {
  const { request, reply, token, view } = visit
  // Somebody has paid, or a code is open: the page says so, and nothing of the form is wanted.
  if (!isBuying(view.screen)) return show(deps, visit)
  await admit(deps, 'cart', request)
  const form = formOf(request)
  const page = await pageFor(deps, request, view.found.checkout)
  const wanted = contactRequestOf(form, view.found.checkout, page.language)
  const opened = await deps.carts.changeContact(token, wanted)
  if (!(opened instanceof Failure)) {
    cookie.set(reply, opened.token)
    return goTo(reply, pathWith(page, `/c/${opened.token}`))
  }
  const problems = problemsOfContact(deps.carts.contactProblems(view.found, wanted), form)
  const step: Step = { name: 'contato', values: form, problems }
  return refused(deps, visit, opened, { step })
}

async function delivery(deps: PayPageDeps, visit: Visit): Promise<FastifyReply> {
  const { request, reply, token, view } = visit
  if (!isBuying(view.screen)) return show(deps, visit)
  const form = formOf(request)
  const address = addressOf(form)
  const cart = await deps.carts.submitDelivery(token, address)
  if (!(cart instanceof Failure))
    return goTo(reply, pathWith(await pageFor(deps, request, view.found.checkout), `/c/${token}`))
  // Without scripts this is how a postal code becomes an address.
  const found = view.found.asksAddress ? await foundAt(deps, address.zipCode) : null
  const values = found === null ? form : filledWith(form, found)
  const problems = problemsOfDelivery(deps.carts.deliveryProblems(addressOf(values)))
  return refused(deps, visit, cart, { step: { name: 'entrega', values, problems } })
}

/** For the script of the delivery step. 204: nobody knows, and the buyer types. */
async function answerZipCode(deps: PayPageDeps, { request, reply, view }: Visit): Promise<FastifyReply> {
  const { zipCode } = request.params as { token: string; zipCode: string }
  const isAsked = view.found.asksAddress || view.found.boleto?.needs.includes('address') === true
  const found = isAsked ? await foundAt(deps, zipCode) : null
  return sendFound(reply, found)
}

const foundAt = async ({ lookUpZipCode }: PayPageDeps, typed: string): Promise<ZipCodeAddress | null> => {
  const zipCode = typed.replaceAll(/[\s.-]/g, '')
  return lookUpZipCode !== null && /^[0-9]{8}$/.test(zipCode) ? lookUpZipCode(zipCode) : null
}

const TOTAL = /^\d{1,12}$/

async function pay(deps: PayPageDeps, visit: Visit): Promise<FastifyReply> {
  const { request, reply, token, view } = visit
  if (isBuying(view.screen) || view.screen.kind === 'STARTING') await admit(deps, 'charge', request, view.cart.id)
  const form = formOf(request)
  const attempt = form.text('tentativa')
  const total = form.text('total')
  // Another method than those that there are is refused like one that this checkout does not offer.
  const method = form.text('metodo')
  const typed = method === 'BOLETO' ? await refusedBoleto(deps, visit, form) : null
  if (typed !== null) return show(deps, visit, { status: 400, typed })
  const shown = TOTAL.test(total) ? centavos(BigInt(total)) : centavos(0)
  const outcome = await deps.carts.charge(token, {
    attempt,
    total: shown,
    ...(method === 'BOLETO' ? { method, boleto: boletoFieldsOf(form) } : { method: method as 'PIX' }),
  })
  if (!(outcome instanceof Failure))
    return goTo(reply, pathWith(await pageFor(deps, request, view.found.checkout), `/c/${token}`))
  // The same attempt may go on where the bank did not answer; after any other refusal it is another one.
  const again = outcome.code === 'PSP_UNAVAILABLE' ? { attempt, unanswered: form } : {}
  return refused(deps, visit, outcome, again)
}

/** What is wrong with what was typed for a boleto; null: nothing, or no boleto is to be made. */
async function refusedBoleto(deps: PayPageDeps, { view }: Visit, form: Form): Promise<TypedBoleto | null> {
  if (view.screen.kind !== 'PAY') return null
  const known = await foundAt(deps, form.text('cep'))
  const typed = boletoFieldsOf(form)
  const problems = problemsOfBoleto(deps.carts.boletoProblems(view, typed))
  // Without scripts this is how a postal code becomes an address.
  return problems.size === 0 ? null : { values: known === null ? form : filledWith(form, known), problems }
}

/** The page as it is now, with why the form was refused. */
async function refused(
  deps: PayPageDeps,
  visit: Visit,
  failure: Failure,
  more: Partial<CartPage>,
): Promise<FastifyReply> {
  const view = await deps.carts.stateOf(visit.token)
  if (view === null || failure.code === 'NOT_FOUND') return showNowhere(deps, visit.request, visit.reply)
  const now = { ...visit, view }
  const { words, look } = await pageFor(deps, visit.request, view.found.checkout)
  const { retryAfterSeconds } = failure
  switch (failure.code) {
    case 'INVALID_DATA':
      if (more.step === undefined) return show(deps, now, { status: 400, notice: words.changedMeanwhile })
      return show(deps, now, { ...more, status: 400 })
    case 'CONFLICT': {
      const isOtherAmount = isBuying(view.screen) && view.cart.amount !== visit.view.cart.amount
      const notice = isOtherAmount ? words.amountChanged : words.changedMeanwhile
      return show(deps, now, { status: 409, ...(isBuying(view.screen) && { notice }) })
    }
    case 'PSP_UNAVAILABLE':
      if (retryAfterSeconds !== undefined) visit.reply.header('retry-after', String(retryAfterSeconds))
      return show(deps, now, { ...more, status: 503, notice: words.down })
    case 'GENERAL_ERROR':
    case 'FORBIDDEN':
      return show(deps, now, { status: 422, notice: words.cannotCharge(look.name) })
    default:
      throw failure
  }
}
