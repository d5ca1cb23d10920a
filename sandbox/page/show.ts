// Sends a page, strict about what it may load: no script or style stands in it.
import type { FastifyReply } from 'fastify'
import type { Markup } from '#kernel/html.ts'
import type { Bank } from '../resources.ts'
import { pageOf } from './layout.ts'

/** Origins beside the page's own: to which its form leads, and which may show it in a frame. */
interface Others {
  formsTo?: string | null
  framedBy?: string | null
}

const policyOf = ({ formsTo, framedBy }: Others): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "img-src 'self' blob:",
    "connect-src 'self'",
    `form-action 'self'${formsTo ? ` ${formsTo}` : ''}`,
    "base-uri 'none'",
    `frame-ancestors ${framedBy ?? "'none'"}`,
  ].join('; ')

/** `formsTo`: an answer to the page's form may lead there. */
export const show = (
  reply: FastifyReply,
  bank: Bank,
  title: string,
  task: Markup,
  formsTo: string | null = null,
): FastifyReply => send(reply, pageOf(bank, title, task), { formsTo })

export const showFrame = (reply: FastifyReply, page: string, framedBy: string | null): FastifyReply =>
  send(reply, page, { framedBy })

export function send(reply: FastifyReply, page: string, others: Others = {}): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': policyOf(others),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .send(page)
}
