// The look of an account: read by its members, changed by its owners. And the logo, as buyers' browsers get it.
import { Type } from 'typebox'
import { actorOf } from '#audit/audit.ts'
import { accountOf, type RouteRules } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { type FailureCode, notFound, orThrow } from '#kernel/failure.ts'
import { MAX_LOGO_BYTES } from './logo.ts'
import type { Looks } from './looks.ts'
import { LookBody, LookSchema, lookForm } from './wire.ts'

const PATH = '/api/account/look'
const tags = ['Checkout']
const SHOWN = { 200: LookSchema }

const rules = (...fails: FailureCode[]): RouteRules => ({ guard: 'session', dialect: 'panel', fails })
const OWNERS: RouteRules = { ...rules('INVALID_DATA'), roles: ['OWNER'] }

/** In base64, with what stands around it. */
const LOGO_BODY_LIMIT = Math.ceil(MAX_LOGO_BYTES / 3) * 4 + 10 * 1024
const LogoBody = Type.Object(
  { image: Type.String({ description: 'A PNG or WebP file in base64, at most 64 KiB and 1024 by 1024 pixels' }) },
  { additionalProperties: false },
)

export function lookRoutes(server: Server, { looks }: { looks: Looks }): void {
  server.get(
    PATH,
    {
      config: rules(),
      schema: { summary: 'How the account looks to buyers at the hosted checkout', tags, response: SHOWN },
    },
    async request => lookForm(await looks.find(accountOf(request))),
  )
  server.put(
    PATH,
    {
      config: OWNERS,
      schema: {
        summary: 'Replace name, colour, text and language; null takes the default',
        tags,
        body: LookBody,
        response: SHOWN,
      },
    },
    async request => {
      const accountId = accountOf(request)
      orThrow(await looks.change({ accountId, by: actorOf(request) }, request.body))
      return lookForm(await looks.find(accountId))
    },
  )
  server.put(
    `${PATH}/logo`,
    {
      config: OWNERS,
      schema: {
        summary: 'Set the logo: the picture is written anew, without anything else of the file',
        tags,
        body: LogoBody,
        response: SHOWN,
      },
      bodyLimit: LOGO_BODY_LIMIT,
    },
    async request => {
      const accountId = accountOf(request)
      orThrow(await looks.changeLogo({ accountId, by: actorOf(request) }, request.body.image))
      return lookForm(await looks.find(accountId))
    },
  )
  server.delete(
    `${PATH}/logo`,
    { config: OWNERS, schema: { summary: 'Take the logo away', tags, response: SHOWN } },
    async request => {
      const accountId = accountOf(request)
      orThrow(await looks.changeLogo({ accountId, by: actorOf(request) }, null))
      return lookForm(await looks.find(accountId))
    },
  )
  logoRoute(server, looks)
}

const HASH = /^[0-9a-f]{64}$/

/** Named by what is in it, so it never changes. Opened by itself it can do nothing: no script, no frame, no form. */
const LOGO_HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
}

function logoRoute(server: Server, looks: Looks): void {
  server.get<{ Params: { hash: string } }>(
    '/marca/:hash',
    { config: { guard: 'none', dialect: 'panel', fails: ['NOT_FOUND'] }, schema: { hide: true } },
    async (request, reply) => {
      const { hash } = request.params
      const logo = HASH.test(hash) ? await looks.logo(hash) : null
      if (logo === null) throw notFound('Logo')
      return reply.type(logo.type).headers(LOGO_HEADERS).send(logo.bytes)
    },
  )
}
