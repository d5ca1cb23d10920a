// The operators' routes of archives: ask for one, read its manifest, download its file.
import { Type } from 'typebox'
import type { RecorderOf } from '#http/audited-action.ts'
import { numberIn } from '#http/request/path-id.ts'
import { critical } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { invalid, notFound, orThrow } from '#kernel/failure.ts'
import type { LegalRequests } from '../feature.ts'
import { actingIn, PATH, requestIn, rules, tags } from '../routes.ts'
import { archiveForm, ManifestSchema, NewArchiveBody, NewArchiveSchema } from '../wire.ts'

const OF_REQUEST = Type.Object({ id: Type.String() })
const ONE = Type.Object({ id: Type.String(), archive: Type.String() })
const MAX_ID = 2n ** 53n - 1n

const keyIn = ({ id, archive }: { id: string; archive: string }) => ({
  requestId: requestIn(id),
  id: numberIn(archive, 'archive', MAX_ID),
})

export function legalArchiveRoutes(
  server: Server,
  deps: {
    wrongRecipientIn: (recipients: readonly string[]) => Promise<number | null>
    legalRequests: LegalRequests
    recorderOf: RecorderOf
  },
): void {
  const { legalRequests, recorderOf, wrongRecipientIn } = deps
  server.post(
    `${PATH}/:id/archives`,
    {
      config: critical(rules('INVALID_DATA', 'NOT_FOUND', 'CONFLICT')),
      schema: {
        summary: 'Make the archive that answers a request',
        description:
          'It is made in the background, of one moment of the books. Without recipients a passphrase opens it, which stands in this answer alone.',
        tags,
        params: OF_REQUEST,
        body: NewArchiveBody,
        response: { 201: NewArchiveSchema },
      },
    },
    async (request, reply) => {
      const { recipients = [], reason } = request.body
      const wrong = await wrongRecipientIn(recipients)
      if (wrong !== null) throw invalid(`recipients.${wrong}`, 'an age recipient, which begins with age1')
      const acting = actingIn(request, recorderOf, reason)
      const id = requestIn(request.params.id)
      const { archive, passphrase } = orThrow(await legalRequests.askForArchive(id, recipients, acting))
      request.log.info({ by: request.caller, legalRequest: id.toString() }, 'an archive was asked for')
      reply.code(201).header('cache-control', 'no-store')
      return { ...archiveForm(archive), passphrase }
    },
  )
  server.get(
    `${PATH}/:id/archives/:archive`,
    {
      config: rules('INVALID_DATA', 'NOT_FOUND'),
      schema: {
        summary: 'What an archive holds: its manifest, with its signature, also when its file is gone',
        tags,
        params: ONE,
        response: { 200: ManifestSchema },
      },
    },
    async request => {
      const { requestId, id } = keyIn(request.params)
      const kept = await legalRequests.findArchive(requestId, id)
      if (kept === null) throw notFound('archive')
      return { ...archiveForm(kept.archive), manifest: kept.manifest, signature: kept.signature }
    },
  )
  server.get(
    `${PATH}/:id/archives/:archive/file`,
    {
      config: rules('INVALID_DATA', 'NOT_FOUND', 'CONFLICT'),
      // Whoever asks for the head alone has not been handed anything.
      exposeHeadRoute: false,
      schema: {
        summary: 'The encrypted file of an archive; that it was downloaded, and by whom, is kept for good',
        tags,
        params: ONE,
        response: { 200: FILE_ANSWER },
      },
    },
    async (request, reply) => {
      const { fileName, bytes, file } = orThrow(
        await legalRequests.download(keyIn(request.params), recorderOf(request)),
      )
      return reply
        .header('content-type', 'application/octet-stream')
        .header('content-length', bytes)
        .header('content-disposition', `attachment; filename="${fileName}"`)
        .header('cache-control', 'no-store')
        .send(file)
    },
  )
}

const FILE_ANSWER = {
  content: { 'application/octet-stream': { schema: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) } },
}
