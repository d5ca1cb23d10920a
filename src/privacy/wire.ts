// Requests about the data of a customer, as they come, and what is answered.
import { type Static, type TSchema, Type } from 'typebox'
import { EmailText, PhoneText } from '#http/request/contact-fields.ts'
import { DocumentText } from '#http/request/document-field.ts'
import { orNull, PrintableText } from '#http/schema.ts'
import { KIND_NAMES } from './data-map/kinds.ts'
import type { Erasure, ShownPreview } from './erasure/erase.ts'
import { ERASED_PARTS, GROUNDS, KEPT_PARTS, OPERATORS_GROUNDS, RETAINED } from './erasure/parts.ts'
import { SECTION_NAMES } from './subject/sections.ts'

const OWN = { additionalProperties: false }

const SUBJECT = {
  document: Type.Optional(DocumentText),
  email: Type.Optional(EmailText),
  phone: Type.Optional(PhoneText),
  reason: Type.Optional(
    PrintableText({
      maxLength: 200,
      description: 'Why, such as the number of the request; it stands in the audit log',
    }),
  ),
}
const ACCOUNT = Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'The account whose customer it is' })

export const SubjectBody = Type.Object(SUBJECT, OWN)
export const OperatorSubjectBody = Type.Object({ ...SUBJECT, accountId: ACCOUNT }, OWN)
export const OperatorExportBody = Type.Object(
  {
    ...SUBJECT,
    accountId: Type.Optional({ ...ACCOUNT, description: 'Absent: of all live accounts' }),
  },
  OWN,
)
const CONFIRMATION = Type.String({
  pattern: '^[0-9a-f]{64}$',
  description: 'Names what the preview has shown',
  examples: ['9f2c'.repeat(16)],
})
export const ErasureBody = Type.Object({ ...SUBJECT, confirmation: CONFIRMATION }, OWN)
export const OperatorErasureBody = Type.Object({ ...SUBJECT, accountId: ACCOUNT, confirmation: CONFIRMATION }, OWN)

const Rows = Type.Integer({ minimum: 0 })
const Names = <T extends string>(names: readonly T[]) => Type.Enum([...names])

const ErasedSchema = Type.Object({ part: Names(ERASED_PARTS), rows: Rows })
const keptSchema = <T extends string>(grounds: readonly T[]) =>
  Type.Object({
    part: Names(KEPT_PARTS),
    rows: Rows,
    ground: Names(grounds),
    until: orNull(Type.String({ format: 'date-time' }), {
      description: 'When the last of them is erased by itself; null: once what they are about has ended',
    }),
  })
const PARTS = { erased: Type.Array(ErasedSchema), kept: Type.Array(keptSchema(GROUNDS)) }
/** AUTHORITY: until its request is closed. */
const OPERATORS_PARTS = { ...PARTS, kept: Type.Array(keptSchema(OPERATORS_GROUNDS)) }
const CONFIRMED = { confirmation: CONFIRMATION }

export const PreviewSchema = Type.Object({ ...PARTS, ...CONFIRMED }, { title: 'ErasurePreview' })
export const ErasureSchema = Type.Object(PARTS, { title: 'Erasure' })
export const OperatorPreviewSchema = Type.Object(
  { ...OPERATORS_PARTS, ...CONFIRMED },
  { title: 'OperatorErasurePreview' },
)
export const OperatorErasureSchema = Type.Object(OPERATORS_PARTS, { title: 'OperatorErasure' })
export type PreviewForm = Static<typeof OperatorPreviewSchema>
export type ErasureForm = Static<typeof OperatorErasureSchema>

export const erasureForm = ({ erased, kept }: Erasure) => ({
  erased,
  kept: kept.map(({ until, ...one }) => ({ ...one, until: until?.toISOString() ?? null })),
})

export const previewForm = ({ confirmation, ...parts }: ShownPreview) => ({ ...erasureForm(parts), confirmation })

/** The same for the operator, who may know who has asked for it. */
export const operatorsForm = <Form extends Static<typeof ErasureSchema>>(form: Form) => ({
  ...form,
  kept: form.kept.map(one => ({ ...one, ground: one.part === RETAINED ? ('AUTHORITY' as const) : one.ground })),
})

const InWordsSchema = Type.Object({ en: Type.String(), pt: Type.String() })

const RecordSchema = Type.Object({
  kind: Names(KIND_NAMES),
  title: InWordsSchema,
  purpose: InWordsSchema,
  basis: InWordsSchema,
  setting: orNull(Type.String(), { description: 'By which its time is set; null: it is fixed' }),
  keeps: orNull(Type.Object({ count: Type.Integer(), unit: Names(['days', 'years']) }), {
    description: 'As it is set now',
  }),
  usual: InWordsSchema,
  end: InWordsSchema,
  columns: Type.Array(Type.String()),
})

export const DataMapSchema = Type.Object(
  {
    customers: Type.Array(RecordSchema),
    others: Type.Record(Type.String(), Type.Array(Type.String()), {
      description: 'What the other columns hold that can hold text: people of the gateway, texts of sellers, or nobody',
    }),
  },
  { title: 'PersonalDataMap' },
)
export type DataMapForm = Static<typeof DataMapSchema>

const AnyRow = Type.Record(Type.String(), Type.Unknown())

const ofEach = <S extends TSchema>(schema: S) =>
  Object.fromEntries(SECTION_NAMES.map(name => [name, schema])) as Record<(typeof SECTION_NAMES)[number], S>

/** It is sent as it is read, so that this describes it and shapes nothing. */
export const SubjectExportSchema = Type.Object(
  {
    format: Type.Literal(1),
    generatedAt: Type.String({ format: 'date-time' }),
    person: Type.Object({
      document: orNull(Type.String()),
      email: orNull(Type.String()),
      phone: orNull(Type.String()),
    }),
    labels: Type.Record(Type.String(), Type.String(), { description: 'What the sections are, in Portuguese' }),
    counts: Type.Object(ofEach(Rows)),
    sections: Type.Object(ofEach(Type.Array(AnyRow))),
    elsewhere: Type.Array(Type.String(), { description: 'What else there may be, and for how long, in Portuguese' }),
  },
  { title: 'PersonalDataExport' },
)
