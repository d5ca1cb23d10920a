// The data of customers for the people of an account and for the operator: everything that is held about one of them as a file, what can be
// erased, and its erasure. Who somebody is never stands in an address, which others log.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { actorOf } from '#audit/audit.ts'
import { EXPORT_FAILS, type Exports, sendExport } from '#http/response/export.ts'
import { accountOf, critical, type RouteRules } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import { type FailureCode, notFound, orThrow } from '#kernel/failure.ts'
import type { Privacy } from './feature.ts'
import { exportChunks } from './subject/export.ts'
import { type SubjectText, subjectIn } from './subject/subject.ts'
import {
  DataMapSchema,
  ErasureBody,
  ErasureSchema,
  erasureForm,
  OperatorErasureBody,
  OperatorErasureSchema,
  OperatorExportBody,
  OperatorPreviewSchema,
  OperatorSubjectBody,
  operatorsForm,
  PreviewSchema,
  previewForm,
  SubjectBody,
  SubjectExportSchema,
} from './wire.ts'

const OWNER = (...fails: FailureCode[]): RouteRules => ({ guard: 'session', dialect: 'panel', roles: ['OWNER'], fails })
const OPERATOR = (...fails: FailureCode[]): RouteRules => ({ guard: 'operator', dialect: 'panel', fails })

const EXPORT = {
  summary: 'Everything that is held about a customer, as one JSON file; the audit log keeps who asked for it',
  response: { 200: { content: { 'application/json': { schema: Type.Unsafe<unknown>(SubjectExportSchema) } } } },
}
const PREVIEW = {
  summary: 'What an erasure of a customer’s data would erase and what it would keep, on which ground and until when',
  response: { 200: PreviewSchema },
}
const ERASE = {
  summary: 'Erase the data of a customer, but for what the law demands to be kept, after its preview',
  response: { 200: ErasureSchema },
}

export function privacyRoutes(
  server: Server,
  deps: { privacy: Privacy; exports: Exports; accountExists: (accountId: number) => Promise<boolean> },
): void {
  sellersRoutes(server, deps)
  operatorsRoutes(server, deps)
}

function sellersRoutes(server: Server, { privacy, exports }: { privacy: Privacy; exports: Exports }): void {
  const tags = ['Account']
  server.post(
    '/api/account/privacy/export',
    { config: OWNER(...EXPORT_FAILS, 'CONFLICT'), schema: { ...EXPORT, tags, body: SubjectBody } },
    (request, reply) =>
      sendSubject(reply, { privacy, exports }, { ...askedIn(request), accountId: accountOf(request) }),
  )
  server.post(
    '/api/account/privacy/preview',
    { config: OWNER('INVALID_DATA', 'CONFLICT'), schema: { ...PREVIEW, tags, body: SubjectBody } },
    async request =>
      previewForm(orThrow(await privacy.preview({ ...askedIn(request), accountId: accountOf(request) }))),
  )
  server.post(
    '/api/account/privacy/erase',
    { config: critical(OWNER('INVALID_DATA', 'CONFLICT')), schema: { ...ERASE, tags, body: ErasureBody } },
    async request => {
      const { confirmation } = request.body
      return erasureForm(
        orThrow(await privacy.erase({ ...askedIn(request), accountId: accountOf(request), confirmation })),
      )
    },
  )
}

function operatorsRoutes(
  server: Server,
  deps: { privacy: Privacy; exports: Exports; accountExists: (accountId: number) => Promise<boolean> },
): void {
  const { privacy, exports, accountExists } = deps
  const tags = ['Operator']
  server.get(
    '/api/admin/privacy/records',
    {
      config: OPERATOR(),
      schema: {
        summary: 'What the gateway holds of customers, what for, on which basis and for how long (LGPD, art. 37)',
        tags,
        response: { 200: DataMapSchema },
      },
    },
    () => privacy.dataMap(),
  )
  const known = async (accountId: number) => {
    if (!(await accountExists(accountId))) throw notFound('Account')
    return accountId
  }
  server.post(
    '/api/admin/privacy/export',
    {
      config: OPERATOR(...EXPORT_FAILS, 'NOT_FOUND', 'CONFLICT'),
      schema: { ...EXPORT, tags, body: OperatorExportBody },
    },
    async (request, reply) => {
      const { accountId } = request.body
      const whose = accountId === undefined ? null : await known(accountId)
      return sendSubject(reply, { privacy, exports }, { ...askedIn(request), accountId: whose })
    },
  )
  server.post(
    '/api/admin/privacy/preview',
    {
      config: OPERATOR('INVALID_DATA', 'NOT_FOUND', 'CONFLICT'),
      schema: { ...PREVIEW, tags, body: OperatorSubjectBody, response: { 200: OperatorPreviewSchema } },
    },
    async request => {
      const accountId = await known(request.body.accountId)
      return operatorsForm(previewForm(orThrow(await privacy.preview({ ...askedIn(request), accountId }))))
    },
  )
  server.post(
    '/api/admin/privacy/erase',
    {
      config: critical(OPERATOR('INVALID_DATA', 'NOT_FOUND', 'CONFLICT')),
      schema: { ...ERASE, tags, body: OperatorErasureBody, response: { 200: OperatorErasureSchema } },
    },
    async request => {
      const { confirmation } = request.body
      const accountId = await known(request.body.accountId)
      return operatorsForm(erasureForm(orThrow(await privacy.erase({ ...askedIn(request), accountId, confirmation }))))
    },
  )
}

type Asking = Pick<FastifyRequest, 'caller' | 'ip'> & { body: SubjectText & { reason?: string | undefined } }

const askedIn = (request: Asking) => ({
  subject: subjectIn(request.body),
  by: actorOf(request),
  reason: request.body.reason?.trim() || null,
})

const sendSubject = (
  reply: FastifyReply,
  { privacy, exports }: { privacy: Privacy; exports: Exports },
  request: Parameters<Privacy['export']>[0],
) =>
  sendExport(reply, { exports, accountId: request.accountId ?? SUSPENSE_ACCOUNT_ID }, async () => {
    const found = orThrow(await privacy.export(request))
    return {
      fileName: `dados-pessoais-${found.now.toISOString().slice(0, 10)}.json`,
      contentType: 'application/json; charset=utf-8',
      chunks: mayGoOn => exportChunks(found, mayGoOn),
    }
  })
