// Sends a page, strict about what it may load: no script or style stands in it.
import type { FastifyReply } from 'fastify'
import type { Markup } from '#kernel/html.ts'
import type { House } from '../house.ts'
import { pageOf } from './layout.ts'

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self' blob:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

export const show = (reply: FastifyReply, house: House, title: string, task: Markup): FastifyReply =>
  send(reply, pageOf(house, title, task))

export function send(reply: FastifyReply, page: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': POLICY,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .send(page)
}
