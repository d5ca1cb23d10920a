// Every answer of the gateway's own routes, held against its description while the suite runs. Serializers drop what a schema does not
// name, silently; so the answer is looked at before it is serialized, and a field that the schema lacks, a value of another type and a
// status that is not described each become a 500 that says so. Importing this file watches every gateway that is opened afterwards.
import { subscribe } from 'node:diagnostics_channel'
import { Readable } from 'node:stream'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '#kernel/failure.ts'

const ajv = new Ajv2020({ strict: false })
addFormats.default(ajv)

subscribe('fastify.initialization', message => watch((message as { fastify: FastifyInstance }).fastify))

function watch(server: FastifyInstance): void {
  server.addHook('preSerialization', async (request, reply, answer) => {
    if (isWatched(request, reply)) judge(request, reply, written(answer))
    return answer
  })
  // What is sent as bytes is serialized already.
  server.addHook('onSend', async (request, reply, sent) => {
    if (isWatched(request, reply)) judgeSent(request, reply, sent)
    return sent
  })
}

/** Routes of API keys have their own description of what is stored and sent again; what is hidden is no part of the API. */
const isWatched = (
  { method, routeOptions: { config, schema } }: FastifyRequest,
  { statusCode }: FastifyReply,
): boolean =>
  config.guard !== undefined &&
  config.guard !== 'api-key' &&
  schema?.hide !== true &&
  method !== 'HEAD' &&
  statusCode >= 200 &&
  statusCode < 300

/** As it would be without a schema. */
const written = (answer: unknown): unknown => JSON.parse(JSON.stringify(answer))

const judged = new WeakSet<FastifyReply>()

function judge(request: FastifyRequest, reply: FastifyReply, answer: unknown): void {
  judged.add(reply)
  const validate = validatorOf(describedIn(request, reply))
  if (!validate(answer)) throw undescribed(request, reply, ajv.errorsText(validate.errors, { dataVar: 'answer' }))
}

function judgeSent(request: FastifyRequest, reply: FastifyReply, sent: unknown): void {
  if (judged.has(reply)) return
  judged.add(reply)
  const type = String(reply.getHeader('content-type') ?? '').split(';')[0] ?? ''
  // What is written page by page is read by the test of its route.
  if (type === 'application/json' && !(sent instanceof Readable)) judge(request, reply, JSON.parse(String(sent)))
  else if (sent === null || sent === undefined || sent === '') judge(request, reply, null)
  else if (describedIn(request, reply).content?.[type] === undefined) throw undescribed(request, reply, type)
}

interface Described {
  content?: Record<string, unknown>
}

function describedIn(request: FastifyRequest, reply: FastifyReply): Described {
  const { response, answers } = request.routeOptions.schema ?? {}
  const described = ({ ...answers, ...(response as object) } as Record<number, Described>)[reply.statusCode]
  if (described === undefined) throw undescribed(request, reply, 'the status')
  return described
}

const undescribed = ({ method, routeOptions: { url } }: FastifyRequest, { statusCode }: FastifyReply, what: string) => {
  const message = `${method} ${url} ${statusCode} is not as it is described: ${what}`
  process.stderr.write(`${message}\n`)
  return new Failure('INTERNAL_ERROR', message)
}

const validators = new WeakMap<object, ValidateFunction>()

function validatorOf(schema: object): ValidateFunction {
  const known = validators.get(schema)
  if (known !== undefined) return known
  const validate = ajv.compile(closed(structuredClone(schema)))
  validators.set(schema, validate)
  return validate
}

/** The same, with no field beyond those that it names. */
function closed<Schema>(schema: Schema): Schema {
  if (typeof schema !== 'object' || schema === null) return schema
  const parts = schema as Record<string, unknown>
  for (const part of Object.values(parts)) closed(part)
  if (parts.type === 'object' && parts.patternProperties === undefined) parts.additionalProperties ??= false
  return schema
}
