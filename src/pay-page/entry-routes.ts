// Where a buyer comes in: GET /l/{slug}, a payment link, and GET /s/{token}, a session. They write nothing; the contact step, which is
// sent to the same address, opens the cart.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CartView } from '#cart/buyer/state.ts'
import type { FoundCheckout } from '#checkout/feature.ts'
import type { CheckoutAddress } from '#checkout/store.ts'
import type { Server } from '#http/server.ts'
import { Failure } from '#kernel/failure.ts'
import { moneyText } from '#kernel/text/local-text.ts'
import type { PayPageDeps } from './deps.ts'
import type { CartCookie } from './http/cart-cookie.ts'
import { EMPTY_FORM, type Form, formOf } from './http/form.ts'
import { goTo } from './http/page-reply.ts'
import { type Utm, utmOfForm, utmOfQuery } from './http/utm.ts'
import { admit, pageFor, requireOwnOrigin, showNowhere, showPage } from './http/visit.ts'
import { languageSuffix } from './language.ts'
import { entryMain } from './page/entry.ts'
import { offerOf } from './page/offer.ts'
import { type Page, pathWith, titleOf } from './page/page.ts'
import { NO_PROBLEMS, type Problems } from './page/parts.ts'
import { FORM_RULES, PAGE_RULES } from './rules.ts'
import { plainMain } from './screen/plain.ts'
import { shopLink } from './screen/shop-link.ts'
import { contactRequestOf, problemsOfContact } from './step/contact-form.ts'

interface Entry {
  path: `/${string}`
  address: CheckoutAddress
}

const SLUG = /^[A-Za-z0-9-]{3,60}$/
const NO_SLUG: CheckoutAddress = { token: '' }

const ENTRIES: { url: string; entryOf: (name: string) => Entry }[] = [
  // What cannot be a slug is looked for like a token: it leads nowhere, after the same work.
  { url: '/l/:name', entryOf: name => ({ path: `/l/${name}`, address: SLUG.test(name) ? { slug: name } : NO_SLUG }) },
  { url: '/s/:name', entryOf: name => ({ path: `/s/${name}`, address: { token: name } }) },
]

export function entryRoutes(server: Server, deps: PayPageDeps, cookie: CartCookie): void {
  for (const { url, entryOf } of ENTRIES) {
    server.get<{ Params: { name: string } }>(url, PAGE_RULES, async (request, reply) => {
      await admit(deps, 'page', request)
      const entry = entryOf(request.params.name)
      const found = await deps.checkouts.open(entry.address)
      if (found === null) return showNowhere(deps, request, reply)
      // Also where nothing is sold any more: a code that is open may still be paid.
      const earlier = await earlierCart(deps, cookie.read(request), found)
      if (earlier !== null) return goTo(reply, pathWith({ suffix: languageSuffix(request) }, `/c/${earlier}`))
      // Before the look is read: what is closed takes no longer than what never was.
      if (isNowhere(found)) return showNowhere(deps, request, reply)
      const page = await pageFor(deps, request, found.checkout)
      if (found.isPaid) return showPaid(deps, reply, page, { found, entry })
      return show(deps, reply, page, { found, entry, values: prefilled(found), utm: utmOfQuery(request.query) })
    })
    server.post<{ Params: { name: string } }>(url, FORM_RULES, (request, reply) =>
      submit(deps, cookie, entryOf(request.params.name), request, reply),
    )
  }
}

async function submit(
  deps: PayPageDeps,
  cookie: CartCookie,
  entry: Entry,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  requireOwnOrigin(request, deps.origins)
  await admit(deps, 'page', request)
  const found = await deps.checkouts.open(entry.address)
  if (found === null || isNowhere(found)) return showNowhere(deps, request, reply)
  const page = await pageFor(deps, request, found.checkout)
  if (found.isPaid) return showPaid(deps, reply, page, { found, entry })
  await admit(deps, 'cart', request)
  const form = formOf(request)
  const cartToken = cookie.read(request)
  const contact = { ...contactRequestOf(form, found.checkout, page.language), ...(cartToken !== null && { cartToken }) }
  const opened = await deps.carts.submitContact(entry.address, contact)
  if (!(opened instanceof Failure)) {
    cookie.set(reply, opened.token)
    return goTo(reply, pathWith(page, `/c/${opened.token}`))
  }
  if (opened.code === 'NOT_FOUND' || opened.code === 'CONFLICT') return showNowhere(deps, request, reply)
  if (opened.code !== 'INVALID_DATA') throw opened
  const problems = problemsOfContact(deps.carts.contactProblems(found, contact), form)
  return show(deps, reply, page, { found, entry, values: form, utm: utmOfForm(form), problems })
}

const isNowhere = ({ isPaid, selling }: FoundCheckout): boolean => !isPaid && selling === 'CLOSED'

/** The token of a cart of this very checkout that the buyer can go on with. */
async function earlierCart(
  { carts }: PayPageDeps,
  token: string | null,
  { checkout }: FoundCheckout,
): Promise<string | null> {
  const view = token === null ? null : await carts.stateOf(token)
  if (view === null || view.cart.checkoutId !== checkout.id || view.cart.accountId !== checkout.accountId) return null
  return goesOn(view, checkout.kind) ? token : null
}

/** At a link a buyer who has paid may buy again; of a session that is all there is. */
const goesOn = ({ screen }: CartView, kind: 'LINK' | 'SESSION'): boolean =>
  screen.kind === 'PAID' ? kind === 'SESSION' : screen.kind !== 'CLOSED'

interface Shown {
  found: FoundCheckout
  entry: Entry
  values: Form
  utm: Utm
  problems?: Problems
}

function show(deps: PayPageDeps, reply: FastifyReply, page: Page, shown: Shown): FastifyReply {
  const { found, entry, values, utm, problems = NO_PROBLEMS } = shown
  const { checkout } = found
  const { look, language } = page
  const order = offerOf(deps.checkouts, checkout)
  const action = pathWith(page, entry.path)
  const { heading: title, main } = entryMain(page, { found, order, action, values, problems, hidden: utm })
  const amount = checkout.showsAmount && order.amount !== null ? ` · ${moneyText(order.amount, language)}` : ''
  return showPage(deps, reply, page, {
    status: problems.size > 0 ? 400 : 200,
    title: titleOf(page, title, problems.size > 0),
    main,
    path: entry.path,
    query: utm,
    live: null,
    preview: { title, description: `${look.name}${amount}` },
  })
}

/** A session is paid once. Its receipt is where it was paid; whoever else has the address learns only that nothing is owed. */
function showPaid(
  deps: PayPageDeps,
  reply: FastifyReply,
  page: Page,
  { found: { checkout }, entry }: Pick<Shown, 'found' | 'entry'>,
): FastifyReply {
  const { words, look } = page
  const main = plainMain(words.sessionPaid, words.sessionPaidText(look.name), shopLink(page, checkout, 'PAID'))
  return showPage(deps, reply, page, { title: titleOf(page, words.sessionPaid), main, path: entry.path, live: null })
}

/** What the seller's server knows of the buyer of a session. */
function prefilled({ checkout: { prefill } }: FoundCheckout): Form {
  if (prefill === null) return EMPTY_FORM
  const { name, email, phone, document } = prefill
  const known = new Map([
    ['nome', name],
    ['email', email],
    ['celular', phone],
    ['documento', document],
  ])
  return { text: field => known.get(field) ?? '', has: field => known.has(field) }
}
