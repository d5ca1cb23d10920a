// A page as it goes out: what the browser may load, and that nobody keeps or frames it.
import { gzipSync } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import type { Markup } from '#kernel/html.ts'
import { REPORTS_AT } from '../rules.ts'
import { isJson } from './form.ts'

/**
 * `Referrer-Policy: same-origin` and not the server's `no-referrer`: with that, browsers say `Origin: null` when they send a plain
 * form, and every buyer without JavaScript would be refused. It sends no other site anything: the tokens of carts stand in addresses.
 */
const HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'clipboard-write=(self), camera=(), microphone=(), geolocation=(), payment=()',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
  vary: 'accept-encoding, accept-language, cookie',
}

/** `frame`: the one origin that the page may show in a frame. */
const policyWith = (nonce: string, frame: string | null): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    `frame-src ${frame ?? "'none'"}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types checkout',
    `report-uri ${REPORTS_AT}`,
  ].join('; ')

export function sendPage(
  reply: FastifyReply,
  { status = 200, nonce, page, frame = null }: { status?: number; nonce: string; page: Markup; frame?: string | null },
): FastifyReply {
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .headers(HEADERS)
    .header('content-security-policy', policyWith(nonce, frame))
  if (!GZIP.test(reply.request.headers['accept-encoding'] ?? '')) return reply.send(page.text)
  // Less than a millisecond for a page. No page shows, beside the address that it was asked by, what another site has put into it.
  return reply.header('content-encoding', 'gzip').send(gzipSync(page.text))
}

const GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/

/** What the script of a page asks for. Nothing is rendered where it names the version that is true still, as it does in most cases. */
export async function sendState(
  reply: FastifyReply,
  version: string,
  render: () => Promise<Record<'screen' | 'title' | 'main', string>>,
): Promise<FastifyReply> {
  const tag = `"${version}"`
  reply.headers(HEADERS).header('etag', tag)
  if (reply.request.headers['if-none-match'] === tag) return reply.code(304).send()
  const { screen, title, main } = await render()
  return reply.send({ screen, version, title, main })
}

/** What the script of a page asks about; 204 where there is nothing to say. */
export const sendFound = (reply: FastifyReply, found: object | null): FastifyReply =>
  found === null ? reply.headers(HEADERS).code(204).send() : reply.headers(HEADERS).send(found)

/** The page that a browser would get, as /estado has it: to who has sent a form as JSON, and is led nowhere else. */
export const sendPageAsJson = (
  reply: FastifyReply,
  { status, ...state }: { status: number; screen: string | null; version: string | null; title: string; main: string },
): FastifyReply => reply.code(status).headers(HEADERS).send(state)

/**
 * Behind a form that was accepted: the browser gets the page by GET, so that a reload sends nothing twice. Never to another host. To a
 * form that was sent as JSON the address is told.
 */
export function goTo(reply: FastifyReply, path: `/${string}`): FastifyReply {
  reply.headers(HEADERS)
  return isJson(reply.request) ? reply.send({ location: path }) : reply.redirect(path, 303)
}
