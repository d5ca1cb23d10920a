// Checkouts for sellers: sessions and payment links, by API key and for the people of the account.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { actorOf } from '#audit/audit.ts'
import { documentIn } from '#http/request/document-field.ts'
import { refuseCardNumber } from '#http/request/no-card-number.ts'
import { pathId } from '#http/request/path-id.ts'
import { accountOf, isSupport } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { answerOf, replay, sendAnswer } from '#idempotency/answer.ts'
import { KeyHeaders, keyOf } from '#idempotency/key.ts'
import { type FailureCode, notFound, orThrow } from '#kernel/failure.ts'
import { type Audience, NOUNS, type Noun, PEOPLE, SERVERS } from './audience.ts'
import type { CheckoutKind, CheckoutTerms, Prefill } from './checkout.ts'
import type { Checkouts } from './feature.ts'
import { listRoute, totalsRoute } from './list-routes.ts'
import { type CheckoutRequest, fresh, NAMES, slugIn } from './manage.ts'
import type { ShownCheckout } from './store.ts'
import { type AddressChecks, DEFAULT_TERMS, termsWith } from './terms.ts'
import { CheckoutSchema, LinkBody, LinkChange, SessionBody } from './wire.ts'

export function checkoutRoutes(server: Server, deps: { checkouts: Checkouts; checks: AddressChecks }): void {
  for (const audience of [SERVERS, PEOPLE]) {
    createSessionRoute(server, audience, deps)
    createLinkRoute(server, audience, deps)
    changeLinkRoute(server, audience, deps)
    for (const noun of NOUNS) {
      listRoute(server, audience, deps, noun)
      if (audience === PEOPLE) totalsRoute(server, audience, deps, noun)
      oneRoute(server, audience, deps, noun)
      endRoute(server, audience, deps, noun)
    }
  }
}

const tags = ['Checkout']
const params = Type.Object({ id: Type.String() })
const MAKING: FailureCode[] = ['INVALID_DATA', 'IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_IN_FLIGHT', 'GENERAL_ERROR']
const DAY_SECONDS = 86_400

function createSessionRoute(
  server: Server,
  audience: Audience,
  deps: { checkouts: Checkouts; checks: AddressChecks },
): void {
  server.post(
    `${audience.prefix}/checkouts`,
    {
      config: audience.write(...MAKING),
      preValidation: refuseCardNumber,
      schema: {
        summary: 'Open a checkout for one buyer: the answer carries its address',
        tags,
        headers: KeyHeaders,
        body: SessionBody,
        response: { 201: CheckoutSchema },
      },
    },
    async (request, reply) => {
      const { customer, expiresInSeconds = DAY_SECONDS, ...body } = request.body
      const terms = await newTerms(deps, request, body)
      const prefill = customer === undefined ? null : prefillOf(customer)
      const fields = { ...terms, prefill, expiresInSeconds }
      return create(reply, deps, {
        ...madeBy(request, audience),
        kind: 'SESSION',
        terms,
        slug: null,
        expiresInSeconds,
        prefill,
        key: keyOf(request, fields),
      })
    },
  )
}

function createLinkRoute(
  server: Server,
  audience: Audience,
  deps: { checkouts: Checkouts; checks: AddressChecks },
): void {
  server.post(
    `${audience.prefix}/payment-links`,
    {
      config: audience.write(...MAKING, 'CONFLICT'),
      preValidation: refuseCardNumber,
      schema: {
        summary: 'Make a payment link: the answer carries its address',
        tags,
        headers: KeyHeaders,
        body: LinkBody,
        response: { 201: CheckoutSchema },
      },
    },
    async (request, reply) => {
      const { slug: chosen, ...body } = request.body
      const terms = await newTerms(deps, request, body)
      const slug = chosen === undefined ? null : slugIn(chosen)
      return create(reply, deps, {
        ...madeBy(request, audience),
        kind: 'LINK',
        terms,
        slug,
        expiresInSeconds: null,
        prefill: null,
        key: keyOf(request, { ...terms, expiresAt: terms.expiresAt?.toISOString() ?? null, slug }),
      })
    },
  )
}

/** What names no methods is sold by all that the account has. */
async function newTerms(
  { checkouts, checks }: { checkouts: Checkouts; checks: AddressChecks },
  request: FastifyRequest,
  body: Parameters<typeof termsWith>[1],
): Promise<CheckoutTerms> {
  const sold = await checkouts.soldMethods(accountOf(request))
  return termsWith({ ...DEFAULT_TERMS, methods: sold }, body, { ...checks, sold })
}

const madeBy = (request: FastifyRequest, { dialect }: Audience) => ({
  accountId: accountOf(request),
  by: actorOf(request),
  dialect,
})

async function create(
  reply: FastifyReply,
  { checkouts }: { checkouts: Checkouts },
  request: CheckoutRequest,
): Promise<FastifyReply> {
  const created = orThrow(await checkouts.create(request))
  if ('replayed' in created) return replay(reply, created.replayed)
  return sendAnswer(reply, answerOf(201, checkouts.form(fresh(created))))
}

function changeLinkRoute(
  server: Server,
  audience: Audience,
  { checkouts, checks }: { checkouts: Checkouts; checks: AddressChecks },
): void {
  server.patch<{ Params: { id: string }; Body: LinkChange }>(
    `${audience.prefix}/payment-links/:id`,
    {
      config: audience.write('INVALID_DATA', 'NOT_FOUND', 'CONFLICT', 'GENERAL_ERROR'),
      preValidation: refuseCardNumber,
      schema: {
        summary: 'Change a payment link; what is absent stays, and carts that exist keep what they were shown',
        tags,
        params,
        body: LinkChange,
        response: { 200: CheckoutSchema },
      },
    },
    async (request, reply) => {
      const [accountId, id] = [accountOf(request), pathId(request.params.id)]
      const own = { accountId, id, by: actorOf(request) }
      const sold = await checkouts.soldMethods(accountId)
      orThrow(await checkouts.change(own, terms => termsWith(terms, request.body, { ...checks, sold })))
      return reply.code(200).send(checkouts.form(await ownCheckout(checkouts, accountId, 'LINK', request.params.id)))
    },
  )
}

function oneRoute(server: Server, audience: Audience, { checkouts }: { checkouts: Checkouts }, noun: Noun): void {
  server.get<{ Params: { id: string } }>(
    `${audience.prefix}/${noun.path}/:id`,
    {
      config: audience.read('INVALID_DATA', 'NOT_FOUND'),
      schema: { summary: noun.words.one, tags, params, response: { 200: CheckoutSchema } },
    },
    async request => {
      const found = await ownCheckout(checkouts, accountOf(request), noun.kind, request.params.id)
      return checkouts.form(found, isSupport(request))
    },
  )
}

function endRoute(server: Server, audience: Audience, { checkouts }: { checkouts: Checkouts }, noun: Noun): void {
  const { kind, path, end, words } = noun
  server.post<{ Params: { id: string } }>(
    `${audience.prefix}/${path}/:id/${end}`,
    {
      config: audience.write('INVALID_DATA', 'NOT_FOUND'),
      schema: { summary: words.end, tags, params, response: { 202: CheckoutSchema } },
    },
    async (request, reply) => {
      const accountId = accountOf(request)
      orThrow(await checkouts.end({ accountId, kind, id: pathId(request.params.id), by: actorOf(request) }))
      return reply.code(202).send(checkouts.form(await ownCheckout(checkouts, accountId, kind, request.params.id)))
    },
  )
}

/** Another account's is not found either. */
async function ownCheckout(
  checkouts: Checkouts,
  accountId: number,
  kind: CheckoutKind,
  id: string,
): Promise<ShownCheckout> {
  const shown = await checkouts.find(accountId, kind, pathId(id))
  if (shown === null) throw notFound(NAMES[kind])
  return shown
}

function prefillOf(customer: NonNullable<SessionBody['customer']>): Prefill {
  const { name = '', email = '', phone = '', document = '' } = customer
  return {
    name: name.trim(),
    email: email.trim(),
    phone: phone.replace(/\D/g, ''),
    document: document === '' ? '' : documentIn('customer.document', document),
  }
}
