// Requests of authorities and their archives as operators read and write them.
import { type Static, Type } from 'typebox'
import { DayText, MomentQuery } from '#http/request/period.ts'
import { OWN_FIELDS_ONLY, orNull, PrintableText } from '#http/schema.ts'
import { readableProcessNumber } from '#kernel/text/process-number.ts'
import { ARCHIVE_STATES, type Archive } from './archive/archive.ts'
import { AUTHORITY_KINDS, type LegalRequest, REQUEST_STATES, SUBJECT_KINDS } from './request.ts'
import type { HistoryEntry } from './store.ts'

const MAX_ACCOUNT_ID = 2_147_483_647
const Time = Type.String({ format: 'date-time' })
const Reason = PrintableText({ minLength: 3, maxLength: 500, description: 'Why, for the audit log' })

export const NewRequestBody = Type.Object(
  {
    authorityKind: Type.Enum([...AUTHORITY_KINDS]),
    authority: PrintableText({
      minLength: 2,
      maxLength: 200,
      description: 'Who asks, such as "2ª Vara Cível de Santos"',
    }),
    number: PrintableText({ minLength: 1, maxLength: 100, description: 'The number of the request' }),
    processNumber: Type.Optional(
      PrintableText({
        minLength: 1,
        maxLength: 30,
        description: 'Of the case: NNNNNNN-DD.AAAA.J.TR.OOOO, with right check digits',
      }),
    ),
    subjectKind: Type.Enum([...SUBJECT_KINDS], {
      description: 'Whom it is about; the field that goes with it is required: document, accountId or endToEndIds',
    }),
    document: Type.Optional(PrintableText({ minLength: 1, maxLength: 18, description: 'Of a person: CPF or CNPJ' })),
    accountId: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_ACCOUNT_ID, description: 'The number of a live account' }),
    ),
    endToEndIds: Type.Optional(
      Type.Array(PrintableText({ minLength: 1, maxLength: 64 }), {
        maxItems: 100,
        description: 'End-to-end ids of Pix, or ids of their returns',
      }),
    ),
    from: Type.Optional(MomentQuery('From this day in São Paulo, or from this moment; absent: from the beginning')),
    to: Type.Optional(
      MomentQuery('To this day, which is part of it, or before this moment; absent: up to when the archive is made'),
    ),
    dueOn: DayText('The last day for the answer'),
    notes: Type.Optional(PrintableText({ minLength: 1, maxLength: 1_000 })),
    reason: Reason,
  },
  {
    ...OWN_FIELDS_ONLY,
    examples: [
      {
        authorityKind: 'COURT',
        authority: '2ª Vara Cível de Santos',
        number: '123/2026',
        processNumber: '0001234-72.2026.8.26.0562',
        subjectKind: 'ACCOUNT',
        accountId: 1001,
        from: '2026-01-01',
        to: '2026-03-31',
        dueOn: '2026-12-04',
        reason: 'Ofício recebido pelo cartório',
      },
    ],
  },
)

export const DueDayBody = Type.Object(
  { dueOn: DayText('The last day for the answer'), reason: Reason },
  OWN_FIELDS_ONLY,
)

export const CloseBody = Type.Object(
  {
    state: Type.Enum(['ANSWERED', 'WITHDRAWN'] as const),
    reason: PrintableText({
      minLength: 3,
      maxLength: 500,
      description: 'How it was answered, such as the protocol, or why it is not',
    }),
  },
  OWN_FIELDS_ONLY,
)

export const NewArchiveBody = Type.Object(
  {
    recipients: Type.Optional(
      Type.Array(PrintableText({ minLength: 10, maxLength: 4_096 }), {
        minItems: 1,
        maxItems: 10,
        description: 'age recipients (age1...) that open it; absent: a passphrase does, which the answer shows once',
      }),
    ),
    reason: Reason,
  },
  { ...OWN_FIELDS_ONLY, examples: [{ reason: 'Resposta ao ofício 123/2026' }] },
)

export const ArchiveSchema = Type.Object(
  {
    id: Type.String(),
    state: Type.Enum([...ARCHIVE_STATES]),
    progress: Type.Integer({ description: 'In per cent' }),
    closedBy: Type.Enum(['PASSPHRASE', 'RECIPIENTS'] as const),
    recipients: Type.Array(Type.String()),
    fileName: orNull(Type.String()),
    bytes: orNull(Type.Integer()),
    sha256: orNull(Type.String(), { description: 'Of the file' }),
    manifestSha256: orNull(Type.String()),
    createdBy: orNull(Type.String()),
    createdAt: Time,
    endedAt: orNull(Time),
    keptUntil: orNull(Time, { description: 'When its file is removed; the manifest stays' }),
  },
  { title: 'LegalArchive' },
)

export const archiveForm = (archive: Archive): Static<typeof ArchiveSchema> => ({
  id: archive.id.toString(),
  state: archive.state,
  progress: archive.progress,
  closedBy: archive.recipients.length > 0 ? 'RECIPIENTS' : 'PASSPHRASE',
  recipients: archive.recipients,
  fileName: archive.fileName,
  bytes: archive.fileBytes === null ? null : Number(archive.fileBytes),
  sha256: archive.fileSha256,
  manifestSha256: archive.manifestSha256,
  createdBy: archive.createdByName,
  createdAt: archive.createdAt.toISOString(),
  endedAt: archive.endedAt?.toISOString() ?? null,
  keptUntil: archive.keptUntil?.toISOString() ?? null,
})

export const NewArchiveSchema = Type.Object(
  { ...ArchiveSchema.properties, passphrase: orNull(Type.String(), { description: 'Shown here and never again' }) },
  { title: 'NewLegalArchive' },
)

export const ManifestSchema = Type.Object(
  {
    ...ArchiveSchema.properties,
    manifest: orNull(Type.String({ description: 'As it stands in the archive, byte for byte' })),
    signature: orNull(Type.String({ description: 'Of the manifest, by the key of GET /api/signing-key, in base64' })),
  },
  { title: 'LegalArchiveManifest' },
)

export const RequestSchema = Type.Object(
  {
    id: Type.String(),
    authorityKind: Type.Enum([...AUTHORITY_KINDS]),
    authority: Type.String(),
    number: Type.String(),
    processNumber: orNull(Type.String()),
    subjectKind: Type.Enum([...SUBJECT_KINDS]),
    subjects: Type.Array(Type.String()),
    from: orNull(Time),
    to: orNull(Time),
    dueOn: Type.String({ format: 'date' }),
    notes: orNull(Type.String()),
    state: Type.Enum([...REQUEST_STATES]),
    createdBy: orNull(Type.String()),
    createdAt: Time,
    closedBy: orNull(Type.String()),
    closedAt: orNull(Time),
    closeNote: orNull(Type.String()),
  },
  { title: 'LegalRequest' },
)

export const requestForm = (request: LegalRequest): Static<typeof RequestSchema> => ({
  id: request.id.toString(),
  authorityKind: request.authorityKind,
  authority: request.authority,
  number: request.number,
  processNumber: request.processNumber === null ? null : readableProcessNumber(request.processNumber),
  subjectKind: request.subjectKind,
  subjects: request.subjects,
  from: request.from?.toISOString() ?? null,
  to: request.to?.toISOString() ?? null,
  dueOn: request.dueOn,
  notes: request.notes,
  state: request.state,
  createdBy: request.createdByName,
  createdAt: request.createdAt.toISOString(),
  closedBy: request.closedByName,
  closedAt: request.closedAt?.toISOString() ?? null,
  closeNote: request.closeNote,
})

const HistorySchema = Type.Object({
  at: Time,
  action: Type.String(),
  by: orNull(Type.String()),
  reason: orNull(Type.String()),
  detail: Type.Record(Type.String(), Type.Unknown()),
})

export const WholeRequestSchema = Type.Object(
  {
    ...RequestSchema.properties,
    archives: Type.Array(ArchiveSchema),
    history: Type.Array(HistorySchema),
  },
  { title: 'WholeLegalRequest' },
)

export const historyForm = ({ at, action, byName, reason, detail }: HistoryEntry): Static<typeof HistorySchema> => ({
  at: at.toISOString(),
  action,
  by: byName,
  reason,
  detail,
})
