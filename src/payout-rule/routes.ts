// The routes of payout rules: the account's own, and the operator's, who may also limit all accounts together.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { actorOf } from '#audit/audit.ts'
import { numberIn } from '#http/request/path-id.ts'
import { accountOf, critical, type Role, type RouteRules } from '#http/route.ts'
import { PrintableText } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import { liveAccountOf } from '#kernel/account/test-account.ts'
import { type FailureCode, invalid, notFound, orThrow } from '#kernel/failure.ts'
import { languageOf } from '#kernel/language.ts'
import type { AddressCheck } from '#notification/webhooks/address.ts'
import { beneficiaryRoutes } from './beneficiary-routes.ts'
import type { PayoutRuleDeps, RuleOperations } from './manage.ts'
import {
  ApprovalChangeSchema,
  GatewayVelocitySchema,
  RuleSchema,
  ruleForm,
  type ShownRule,
  VelocityChangeSchema,
} from './wire.ts'

export function payoutRuleRoutes(
  server: Server,
  deps: Pick<PayoutRuleDeps, 'db' | 'clock'> &
    AddressCheck & { operations: RuleOperations; accountExists: (accountId: number) => Promise<boolean> },
): void {
  ownRoutes(server, deps)
  operatorRoutes(server, deps)
  beneficiaryRoutes(server, deps)
}

function ownRoutes(server: Server, { operations, checkAddress }: AddressCheck & { operations: RuleOperations }): void {
  server.get(
    '/api/payout-rules',
    {
      config: rules({}),
      schema: { summary: 'Which payouts wait for somebody', tags, response: { 200: RuleSchema } },
    },
    async request => ruleForm(await asRead(operations, request, { rule: await operations.find(accountOf(request)) })),
  )
  server.patch(
    '/api/payout-rules',
    {
      config: critical(rules({ fails: ['INVALID_DATA', 'CONFLICT', 'RULE_LOCKS_OUT'], roles: ['OWNER'] })),
      schema: {
        summary: 'Change them; what is absent stays. What protects less answers 202 and waits until others agree',
        tags,
        body: ApprovalChangeSchema,
        response: { 200: RuleSchema, 202: RuleSchema },
      },
    },
    async (request, reply) => {
      if (request.body.approvalUrl) checkAddress('approvalUrl', request.body.approvalUrl)
      const language = languageOf(request.headers['accept-language'])
      const after = orThrow(await operations.change(accountOf(request), request.body, actorOf(request), language))
      return sendRule(reply, after.waits ? 202 : 200, await asRead(operations, request, after))
    },
  )
  server.post(
    '/api/payout-rules/proposal/agree',
    {
      config: critical(rules({ fails: ['INVALID_DATA', 'CONFLICT', 'APPROVER_TOO_NEW'], roles: ['OWNER', 'FINANCE'] })),
      schema: {
        summary: 'Agree to a change that protects less: the `change` of the proposal, as it was read',
        tags,
        body: AgreeBody,
        response: { 202: RuleSchema },
      },
    },
    async (request, reply) => {
      const after = orThrow(await operations.agree(accountOf(request), request.body.change, actorOf(request)))
      return sendRule(reply, 202, await asRead(operations, request, after))
    },
  )
  server.post(
    '/api/payout-rules/rotate-secret',
    {
      config: critical(rules({ fails: ['CONFLICT'], roles: ['OWNER'] })),
      schema: {
        summary: 'A new secret for what is asked of approvalUrl, shown this once and in force at once',
        tags,
        response: { 200: RuleSchema },
      },
    },
    async (request, reply) => {
      const after = orThrow(await operations.renewSecret(accountOf(request), actorOf(request)))
      return sendRule(reply, 200, await asRead(operations, request, after))
    },
  )
  server.post(
    '/api/payout-rules/proposal/reject',
    {
      config: rules({ fails: ['CONFLICT'], roles: ['OWNER', 'FINANCE'] }),
      schema: { summary: 'Take such a change back', tags, response: { 202: RuleSchema } },
    },
    async (request, reply) => {
      const after = orThrow(await operations.reject(accountOf(request), actorOf(request)))
      return sendRule(reply, 202, await asRead(operations, request, after))
    },
  )
}

function operatorRoutes(
  server: Server,
  deps: AddressCheck & { operations: RuleOperations; accountExists: (accountId: number) => Promise<boolean> },
): void {
  const { operations, accountExists, checkAddress } = deps
  const accountIn = async (text: string) => {
    const id = Number(numberIn(text, 'account', MAX_ACCOUNT_ID))
    if (liveAccountOf(id) === SUSPENSE_ACCOUNT_ID || !(await accountExists(id))) throw notFound('account')
    return id
  }
  server.get<{ Params: { id: string } }>(
    '/api/admin/accounts/:id/payout-rules',
    {
      config: operators('INVALID_DATA', 'NOT_FOUND'),
      schema: { summary: 'Which payouts of an account wait', ...OPERATOR, response: { 200: RuleSchema } },
    },
    async request => ruleForm({ rule: await operations.find(await accountIn(request.params.id)) }),
  )
  server.patch(
    '/api/admin/accounts/:id/payout-rules',
    {
      config: critical(operators('INVALID_DATA', 'NOT_FOUND', 'CONFLICT')),
      schema: {
        summary: 'Change them, at once; what is absent stays',
        ...OPERATOR,
        params: Type.Object({ id: Type.String() }),
        body: Type.Object(
          {
            approval: Type.Optional(ApprovalChangeSchema),
            outflow: Type.Optional(VelocityChangeSchema),
            reason: Reason,
          },
          { additionalProperties: false },
        ),
        response: { 200: RuleSchema },
      },
    },
    async (request, reply) => {
      const { reason, ...change } = request.body
      if (change.approval?.approvalUrl) checkAddress('approvalUrl', change.approval.approvalUrl)
      const accountId = await accountIn(request.params.id)
      const after = orThrow(await operations.set(accountId, change, actorOf(request), sentence(reason)))
      return sendRule(reply, 200, after)
    },
  )
  gatewayVelocityRoutes(server, operations)
}

function gatewayVelocityRoutes(server: Server, operations: RuleOperations): void {
  server.get(
    '/api/admin/payout-limits',
    {
      config: operators(),
      schema: {
        summary: 'What may leave the gateway by itself',
        ...OPERATOR,
        response: { 200: GatewayVelocitySchema },
      },
    },
    async () => gatewayVelocityForm((await operations.find(SUSPENSE_ACCOUNT_ID)).outflow),
  )
  server.patch(
    '/api/admin/payout-limits',
    {
      config: critical(operators('INVALID_DATA')),
      schema: {
        summary: 'Limit what may leave the gateway by itself; what is absent stays',
        ...OPERATOR,
        body: Type.Object(
          { ...Type.Partial(GatewayVelocitySchema).properties, reason: Reason },
          { additionalProperties: false },
        ),
        response: { 200: GatewayVelocitySchema },
      },
    },
    async request => {
      const { reason, ...velocity } = request.body
      const set = await operations.set(SUSPENSE_ACCOUNT_ID, { outflow: velocity }, actorOf(request), sentence(reason))
      return gatewayVelocityForm(orThrow(set).rule.outflow)
    },
  )
}

const gatewayVelocityForm = ({ most10MinutesCents, mostHourCents }: Static<typeof GatewayVelocitySchema>) => ({
  most10MinutesCents,
  mostHourCents,
})

/** For the person of the account who asks. */
async function asRead(operations: RuleOperations, request: FastifyRequest, after: Pick<ShownRule, 'rule' | 'secret'>) {
  return { ...after, reader: await operations.readerOf(accountOf(request), after.rule, actorOf(request).id ?? '') }
}

/** A secret is kept by nobody on the way. */
function sendRule(reply: FastifyReply, status: number, after: ShownRule): FastifyReply {
  if (after.secret) reply.header('cache-control', 'no-store')
  return reply.code(status).send(ruleForm(after))
}

const AgreeBody = Type.Object({ change: ApprovalChangeSchema }, { additionalProperties: false })

const tags = ['Payout rules']
const OPERATOR = { tags: ['Operator'] }
const MIN_REASON = 3
const MAX_ACCOUNT_ID = 2n ** 31n - 1n
const Reason = PrintableText({ minLength: MIN_REASON, maxLength: 500 })

function sentence(reason: string): string {
  if (reason.trim().length < MIN_REASON) throw invalid('reason', 'a sentence that says why')
  return reason
}

const rules = ({ fails = [], roles }: { fails?: FailureCode[]; roles?: Role[] }): RouteRules => ({
  guard: 'session',
  dialect: 'panel',
  fails,
  ...(roles !== undefined && { roles }),
})

const operators = (...fails: FailureCode[]): RouteRules => ({ guard: 'operator', dialect: 'panel', fails })
