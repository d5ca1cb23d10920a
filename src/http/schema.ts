// Schemas that several routes share, and how the complaint of a schema or of the parser is called towards the caller.
import type { FastifyError, FastifySchemaValidationError } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { Failure } from '#kernel/failure.ts'

/** Text for people and systems: no control characters, which also keeps NUL away from the database. */
export const PrintableText = (options: { minLength?: number; maxLength: number; description?: string }) =>
  Type.String({ ...options, pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$' })

/**
 * What the description of the API says of a text beyond its schema: the form that the code behind it asks for. It judges nothing, so that the
 * refusal is the code's, in its own words.
 */
export const DOCUMENTED = 'documented'

/** What `kernel/ids.ts` reads in a path: a uuid, or a number without sign or leading zero. */
export const PATH_ID_FORM = '([0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}|[1-9][0-9]{0,15})'

/** A uuid that the code behind reads, with its own refusal. */
export const UuidText = (description: string) => Type.String({ description, [DOCUMENTED]: { format: 'uuid' } })

/** The address of something at the caller's. */
export const WebAddress = {
  ...PrintableText({ minLength: 1, maxLength: 2_048 }),
  [DOCUMENTED]: { pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^\\s]+$' },
}

export const orNull = <Schema extends TSchema>(schema: Schema, options: { description?: string } = {}) =>
  Type.Union([schema, Type.Null()], options)

/** Of objects in which a field that nobody knows is refused. */
export const OWN_FIELDS_ONLY = { additionalProperties: false }

/** Which accounts a list of the operator is narrowed to. */
export const AccountWords = PrintableText({
  minLength: 1,
  maxLength: 100,
  description: 'The accounts of this number, or with this in their name or e-mail',
})

/** A whole number of centavos above zero, as far as a Pix amount goes. */
export const CentsAmount = Type.Integer({ minimum: 1, maximum: 999_999_999_999 })

/** Whatever JSON the caller has sent, as it was sent. */
export const JsonObject = Type.Record(Type.String(), Type.Unknown())

/** An answer without a body. */
export const NO_CONTENT = { 204: Type.Unsafe<undefined>(Type.Null({ description: 'It is done; there is no body' })) }

/** Of names that stand in mails to others or on their screens: see kernel/plain-name.ts. */
export const NAME_WITHOUT_ADDRESS = 'name-without-address'

/** A printable name without an address. */
export const PrintableName = (maxLength: number) => ({
  ...PrintableText({ minLength: 1, maxLength }),
  format: NAME_WITHOUT_ADDRESS,
})

/** The complaint of the validator or the parser as a refusal; null for anything else, which is then a bug of ours. */
export function refusalOf(error: FastifyError, bodyLimit: number): Failure | null {
  const complaint = error.validation?.[0]
  if (complaint !== undefined)
    return new Failure('MALFORMED_REQUEST', complaintText(complaint, error.validationContext))
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Failure('MALFORMED_REQUEST', `body: expected at most ${bodyLimit / KIB} KiB`)
  const message = PARSER_SAYS[error.code]
  return message === undefined ? null : new Failure('MALFORMED_REQUEST', message)
}

const KIB = 1024

const PARSER_SAYS: Record<string, string> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Content-Type: expected application/json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'Content-Length: expected the size of the body',
}

function complaintText(complaint: FastifySchemaValidationError, context = 'body'): string {
  const at = fieldOf(complaint, context)
  const { params } = complaint
  switch (complaint.keyword) {
    case 'required':
      return `${at}: is required`
    case 'additionalProperties':
      return `${at}: is not a field of this request`
    case 'type':
      return `${at}: expected ${String(params.type)}`
    case 'enum':
      return `${at}: expected one of ${(params.allowedValues as unknown[]).join(', ')}`
    case 'format':
      if (params.format !== NAME_WITHOUT_ADDRESS) return `${at}: ${complaint.message ?? 'is not valid'}`
      return `${at}: expected a name without a web or mail address; a blank behind each full stop tells them apart`
    case 'pattern':
      return `${at}: has characters that are not allowed or is not of the expected form`
    default:
      return `${at}: ${complaint.message ?? 'is not valid'}`
  }
}

/** "/items/0/title" -> "items.0.title"; a missing or an unknown property is named itself. */
function fieldOf(complaint: FastifySchemaValidationError, context: string): string {
  const path = complaint.instancePath.split('/').slice(1)
  const { missingProperty, requiredProperties, additionalProperty, additionalProperties } = complaint.params as Record<
    string,
    string | string[]
  >
  const last = [missingProperty ?? requiredProperties ?? additionalProperty ?? additionalProperties ?? []].flat()[0]
  const whole = last === undefined ? path : [...path, last]
  return whole.length === 0 ? context : whole.join('.').slice(0, 100)
}
