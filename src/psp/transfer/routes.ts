// The operator's routes of transfers to a PSP account: whether buyers may pay by them, and the bank's data that they are shown. What was
// sold before keeps the data that its buyer has seen.
import { Type } from 'typebox'
import { type RecorderOf, withReason } from '#http/audited-action.ts'
import { numberIn } from '#http/request/path-id.ts'
import { critical, type RouteRules } from '#http/route.ts'
import { OWN_FIELDS_ONLY, PrintableText } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { Failure, type FailureCode, notFound, orThrow } from '#kernel/failure.ts'
import type { PspsDeps } from '../deps.ts'
import { type TransferSettings, TransferSettingsSchema, transferSettingsIn } from './payee.ts'
import { findTransferSettings, updateTransferSettings } from './store.ts'

const PATH = '/api/admin/psp/accounts/:id/transfers'
const tags = ['Operator']
const IdParams = Type.Object({ id: Type.String() })
const SettingsBody = Type.Object(
  {
    ...TransferSettingsSchema.properties,
    reason: Type.Optional(PrintableText({ minLength: 3, maxLength: 500 })),
  },
  OWN_FIELDS_ONLY,
)

export function transferSettingsRoutes(
  server: Server,
  { db, clock, recorderOf }: Pick<PspsDeps, 'clock' | 'db'> & { recorderOf: RecorderOf },
): void {
  server.get(
    PATH,
    {
      config: rules('INVALID_DATA', 'NOT_FOUND'),
      schema: {
        summary: 'Whether buyers may pay by transfer to this account, and the bank’s data that they are shown',
        tags,
        params: IdParams,
        response: { 200: TransferSettingsSchema },
      },
    },
    async request => {
      const settings = await findTransferSettings(db, accountIn(request.params.id))
      if (settings === null) throw notFound('PSP account')
      return settings
    },
  )

  server.put(
    PATH,
    {
      config: critical(rules('INVALID_DATA', 'NOT_FOUND')),
      schema: {
        summary: 'Switch sales by transfer on or off, and say which data of the bank buyers are shown',
        tags,
        params: IdParams,
        body: SettingsBody,
        response: { 200: TransferSettingsSchema },
      },
    },
    async request => {
      const id = accountIn(request.params.id)
      const { reason = null, ...input } = request.body
      const settings = transferSettingsIn(input)
      if (settings instanceof Failure) throw settings
      const recordAction = withReason(recorderOf(request), reason)
      const changed = await db.transaction(async tx => {
        const before = await updateTransferSettings(tx, id, settings)
        if (before === null) return notFound('PSP account')
        await recordAction(tx, changedAction(id, before, settings), clock())
        return settings
      })
      request.log.info({ by: request.caller, pspAccountId: id, enabled: settings.enabled }, 'transfers set')
      return orThrow(changed)
    },
  )
}

const changedAction = (id: number, before: TransferSettings, after: TransferSettings) => ({
  action: 'psp-account.transfers-changed',
  subject: 'psp_account',
  subjectId: id,
  detail: { transfers: { before, after } },
})

const rules = (...fails: FailureCode[]): RouteRules => ({ guard: 'operator', dialect: 'panel', fails })

const MAX_ID = 2n ** 31n - 1n
const accountIn = (text: string) => Number(numberIn(text, 'PSP account', MAX_ID))
