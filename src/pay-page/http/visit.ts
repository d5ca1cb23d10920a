// One request of a buyer: whether it is let in, in which language it is answered, and how its page goes out.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AddressAttemptKind, CartAttemptKind, CartOrigin } from '#checkout/attempt/attempt.ts'
import type { Checkout } from '#checkout/checkout.ts'
import type { LookTexts, ShownLook } from '#checkout/look/look.ts'
import { Failure } from '#kernel/failure.ts'
import type { Markup } from '#kernel/html.ts'
import type { Language } from '#kernel/language.ts'
import type { PayPageDeps } from '../deps.ts'
import { buyersLanguage, languageSuffix } from '../language.ts'
import { type Document, documentOf } from '../page/frame.ts'
import type { Page } from '../page/page.ts'
import { plainMain } from '../screen/plain.ts'
import { type Words, wordsOf } from '../words.ts'
import { isJson } from './form.ts'
import { sendPage, sendPageAsJson } from './page-reply.ts'

const NONCE_BYTES = 18

/** A plain form of another site can send a buyer's cookie along: what changes something comes from a page of ours. */
export function requireOwnOrigin({ headers }: FastifyRequest, origins: () => string[]): void {
  if (headers.origin !== undefined && origins().includes(headers.origin)) return
  throw new Failure('ORIGIN_REFUSED', 'Origin: expected the address of this page')
}

/** Where the buyer sees the page. */
export function originOf(request: FastifyRequest, origins: () => string[]): string {
  const own = origins()
  const seen = `${request.protocol}://${request.host}`
  return own.includes(seen) ? seen : (own[0] ?? seen)
}

/** Throws the refusal of an address that has done too much of this. */
export async function admit(
  { checkouts }: Pick<PayPageDeps, 'checkouts'>,
  kind: AddressAttemptKind,
  { ip }: FastifyRequest,
): Promise<void> {
  const refused = await checkouts.attempts.admit(kind, { address: ip })
  if (refused !== null) throw refused
}

/** The same before a cart is charged, which is counted too. */
export async function admitPay(
  { checkouts }: Pick<PayPageDeps, 'checkouts'>,
  kind: CartAttemptKind,
  { ip }: FastifyRequest,
  of: Omit<CartOrigin, 'address'>,
): Promise<void> {
  const refused = await checkouts.attempts.admit(kind, { address: ip, ...of })
  if (refused !== null) throw refused
}

export async function pageFor(
  { checkouts, operator }: Pick<PayPageDeps, 'checkouts' | 'operator'>,
  request: FastifyRequest,
  { accountId, language }: Pick<Checkout, 'accountId' | 'language'>,
  texts: LookTexts | null = null,
): Promise<Page> {
  const { look, isTest } = await checkouts.looks.of(accountId, texts ?? {})
  return { ...pageWith(request, look, operator, language ?? look.language), isTest }
}

function pageWith(request: FastifyRequest, look: ShownLook, operator: string, ofCheckout: Language | null): Page {
  const language = buyersLanguage(request, ofCheckout)
  return { words: wordsOf(language), language, suffix: languageSuffix(request), look, operator, isTest: false }
}

/** A page that stands for itself: to be printed. */
export function showSheet(
  { random }: Pick<PayPageDeps, 'random'>,
  reply: FastifyReply,
  sheet: (nonce: string) => Markup,
): FastifyReply {
  const nonce = random(NONCE_BYTES).toString('base64')
  return sendPage(reply, { nonce, page: sheet(nonce) })
}

/** A page that belongs to no seller: the operator's. */
const operatorsPage = (request: FastifyRequest, operator: string): Page =>
  pageWith(request, { name: operator, color: null, logo: null, thankYou: null, language: null }, operator, null)

export function showPage(
  { random }: Pick<PayPageDeps, 'random'>,
  reply: FastifyReply,
  page: Page,
  document: Document & { status?: number },
): FastifyReply {
  const { status = 200, title, main, live, frame = null } = document
  if (isJson(reply.request))
    return sendPageAsJson(reply, {
      status,
      screen: live?.screen ?? null,
      version: live?.version ?? null,
      title,
      main: main.text,
    })
  const nonce = random(NONCE_BYTES).toString('base64')
  return sendPage(reply, { status, nonce, frame, page: documentOf(page, document, nonce) })
}

/**
 * The one answer to every address that leads nowhere: unknown, archived, expired, of an account that may not sell. It is the same to
 * the byte but for its nonce, so that nobody learns by trying which addresses there once were.
 */
export async function showNowhere(
  deps: PayPageDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  await admit(deps, 'unknown', request)
  return showPlain(deps, request, reply, {
    status: 404,
    title: words => words.nowhere,
    text: words => words.nowhereText,
  })
}

/** In the language of the buyer. */
type Say = (words: Words) => string

export function showPlain(
  deps: Pick<PayPageDeps, 'random' | 'operator'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { status, title, text }: { status: number; title: Say; text: Say },
): FastifyReply {
  const page = operatorsPage(request, deps.operator)
  const { words } = page
  return showPage(deps, reply, page, {
    status,
    title: title(words),
    main: plainMain(title(words), text(words)),
    // The switch of the language must not print the address, which may be a token of somebody else's making.
    path: null,
    live: null,
  })
}
