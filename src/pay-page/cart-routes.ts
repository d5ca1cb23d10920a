// A buyer's cart: GET /c/{token} shows what is true of it now, and its forms are the steps. Whoever has the address may see the page,
// so it shows nothing in full that was stored of a person.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CartView } from '#cart/buyer/state.ts'
import type { AddressAttemptKind } from '#checkout/attempt/attempt.ts'
import type { Server } from '#http/server.ts'
import { Failure } from '#kernel/failure.ts'
import { mintUuid } from '#kernel/ids.ts'
import { centavos } from '#kernel/money.ts'
import type { CheckoutMethod } from '#kernel/terms/checkout-methods.ts'
import type { PayPageDeps } from './deps.ts'
import type { CartCookie } from './http/cart-cookie.ts'
import { type Form, formOf } from './http/form.ts'
import { goTo, sendFound, sendState } from './http/page-reply.ts'
import { admit, admitPay, originOf, pageFor, requireOwnOrigin, showNowhere, showPage, showSheet } from './http/visit.ts'
import { languageSuffix } from './language.ts'
import { type CartPage, isBuying, mainOf, versionOf } from './page/main.ts'
import { pathWith } from './page/page.ts'
import { FORM_RULES, PAGE_RULES } from './rules.ts'
import { boletoSheet } from './screen/boleto-sheet.ts'
import { cardFieldsOf } from './step/card-fields.ts'
import { contactRequestOf, problemsOfContact } from './step/contact-form.ts'
import { addressOf, filledWith, problemsOfDelivery } from './step/delivery.ts'
import { isCard, methodIn, type TypedPay } from './step/pay.ts'
import { asksAddress, payerFieldsOf, problemsOfPayer } from './step/payer-fields.ts'
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
    (handle: Handler, kind: AddressAttemptKind = 'page') =>
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
    taking(visit => pay(deps, cookie, visit)),
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
  for (const step of ['contato', 'entrega', 'pagar', 'outra-forma'])
    server.get<{ Params: { token: string } }>(`/c/:token/${step}`, PAGE_RULES, async (request, reply) => {
      const page = { suffix: languageSuffix(request) }
      return goTo(reply, pathWith(page, `/c/${encodeURIComponent(request.params.token)}`))
    })
}

const cartPageOf = (
  { random, lookUpZipCode, origins }: PayPageDeps,
  { request, token }: Pick<Visit, 'request' | 'token'>,
): CartPage => ({
  origin: originOf(request, origins),
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
  const { title, main } = mainOf(view, page, { ...cartPageOf(deps, { request, token }), ...more })
  return showPage(deps, reply, page, {
    status: more.status ?? 200,
    title,
    main,
    path,
    // Also before the pay step: the script puts that into this very page.
    frame: frameOriginOf(view),
    ...(more.step !== undefined && { query: { passo: more.step.name } }),
    live: {
      screen: view.screen.kind,
      version: versionOf(view),
      state: pathWith(page, `${path}/estado`),
      events: `${path}/eventos`,
    },
  })
}

const frameOriginOf = ({ found: { card } }: CartView): string | null =>
  card?.entry.kind === 'frame' ? card.entry.origin : null

const showState = (deps: PayPageDeps, { request, reply, token, view }: Visit): Promise<FastifyReply> =>
  sendState(reply, versionOf(view), async () => {
    const page = await pageFor(deps, request, view.found.checkout)
    const { title, main } = mainOf(view, page, cartPageOf(deps, { request, token }))
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
  const contact = contactRequestOf(form, view.found.checkout, page.language)
  const opened = await deps.carts.changeContact(token, contact)
  if (!(opened instanceof Failure)) {
    cookie.set(reply, opened.token)
    return goTo(reply, pathWith(page, `/c/${opened.token}`))
  }
  const problems = problemsOfContact(deps.carts.contactProblems(view.found, contact), form)
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
  const isAsked = view.found.asksAddress || asksAddress(view.ways)
  const found = isAsked ? await foundAt(deps, zipCode) : null
  return sendFound(reply, found)
}

const foundAt = async ({ lookUpZipCode }: PayPageDeps, typed: string): Promise<ZipCodeAddress | null> => {
  const zipCode = typed.replaceAll(/[\s.-]/g, '')
  return lookUpZipCode !== null && /^[0-9]{8}$/.test(zipCode) ? lookUpZipCode(zipCode) : null
}

const TOTAL = /^\d{1,12}$/

async function pay(deps: PayPageDeps, cookie: CartCookie, visit: Visit): Promise<FastifyReply> {
  const { request, reply, token, view } = visit
  if (isBuying(view.screen) || UNDER_WAY.has(view.screen.kind))
    await admitPay(deps, 'charge', request, { cartId: view.cart.id })
  const form = formOf(request)
  const attempt = form.text('tentativa')
  const total = form.text('total')
  // Another method than those that there are is refused like one that this checkout does not offer.
  const method = methodIn(form)
  const typed = method === null ? null : await refusedPay(deps, visit, method, form)
  if (typed !== null) return show(deps, visit, { status: 400, typed })
  if (isCard(method) && view.screen.kind === 'PAY') {
    const document = view.cart.customer.document || form.text('documento')
    await admitPay(deps, 'card', request, { cartId: view.cart.id, document })
  }
  const shown = TOTAL.test(total) ? centavos(BigInt(total)) : centavos(0)
  const outcome = await deps.carts.charge(token, { attempt, total: shown, ...chosen(method, form) })
  // By this a buyer who has to authenticate elsewhere finds the way back, from whichever browser the cart was opened.
  if (isCard(method)) cookie.set(reply, token)
  if (!(outcome instanceof Failure))
    return goTo(reply, pathWith(await pageFor(deps, request, view.found.checkout), `/c/${token}`))
  // The same attempt may go on where the bank did not answer; after any other refusal it is another one.
  const again = outcome.code === 'PSP_UNAVAILABLE' ? { attempt, unanswered: form } : {}
  return refused(deps, visit, outcome, { ...again, method })
}

const UNDER_WAY: ReadonlySet<CartView['screen']['kind']> = new Set(['STARTING', 'CARD'])

/** null: a method that there is not, which is refused like one that this checkout does not offer. */
function chosen(method: CheckoutMethod | null, form: Form) {
  if (method === null || method === 'PIX') return { method: (method ?? 'NONE') as 'PIX' }
  const payer = payerFieldsOf(form)
  if (method === 'BOLETO' || method === 'TRANSFER') return { method, payer }
  return { method, payer, card: cardFieldsOf(form) }
}

/** What is wrong with what was typed for the method; null: nothing, or it is not the time to pay. */
async function refusedPay(
  deps: PayPageDeps,
  { view }: Visit,
  method: CheckoutMethod,
  form: Form,
): Promise<TypedPay | null> {
  const needed = view.ways[method]
  if (view.screen.kind !== 'PAY' || needed === undefined) return null
  const known = needed.includes('address') ? await foundAt(deps, form.text('cep')) : null
  const problems = problemsOfPayer(deps.carts.payerProblems(view, method, payerFieldsOf(form)))
  if (isCard(method) && frameOriginOf(view) !== null && cardFieldsOf(form).token === '')
    problems.set(CARD_PLACES[method], 'cardProblem')
  // Without scripts this is how a postal code becomes an address.
  return problems.size === 0 ? null : { method, values: known === null ? form : filledWith(form, known), problems }
}

const CARD_PLACES = { CREDIT_CARD: 'cartao-credito', DEBIT_CARD: 'cartao-debito' } as const

/** The page as it is now, with why the form was refused. */
async function refused(
  deps: PayPageDeps,
  visit: Visit,
  failure: Failure,
  { method = null, ...more }: Partial<CartPage> & { method?: CheckoutMethod | null },
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
      return show(deps, now, {
        status: 422,
        notice: isCard(method) ? words.cannotChargeCard : words.cannotCharge(look.name),
      })
    default:
      throw failure
  }
}
