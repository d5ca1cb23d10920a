// How schemas become code: each of them once in a process, for all routes and servers, and when the first request needs it. Most answers of
// refusal are the same at every route, and a start that compiled all of them would be slower.
import AjvCompiler, { type BuildCompilerFromPool } from '@fastify/ajv-compiler'
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import { holdsAddress } from '#kernel/plain-name.ts'
import { complaintAboutNumbers, numbersOf } from './request/plain-numbers.ts'
import { DOCUMENTED, NAME_WITHOUT_ADDRESS } from './schema.ts'

/** What Fastify actually passes for a part of a route, beyond its types. */
interface Part {
  schema: object
  httpPart?: string
}

/** Number texts are not numbers and null is not zero: bodies are never coerced, and never stripped. Query and path texts are. */
export function strictBodies(): BuildCompilerFromPool {
  return (schemas, options) => {
    const build = (coerceTypes: boolean) => {
      const formats = { [NAME_WITHOUT_ADDRESS]: (text: string) => !holdsAddress(text) }
      const customOptions = {
        ...options?.customOptions,
        coerceTypes,
        removeAdditional: false,
        formats,
        keywords: [DOCUMENTED],
      }
      return validators(schemas, { ...options, customOptions } as typeof options)
    }
    const bodies = build(false)
    const body = once((part: Parameters<typeof bodies>[0]) => lazily(() => bodies(part)), compiledBodies)
    const coercing = build(true)
    const rest = once((part: Parameters<typeof coercing>[0]) => {
      const { schema } = part as unknown as Part
      return withPlainNumbers(
        lazily(() => coercing(part)),
        schema,
      )
    }, compiledTexts)
    return route => ((route as Part).httpPart === 'body' ? body : rest)(route)
  }
}

function withPlainNumbers(validate: Validator, schema: object): Validator {
  const numbers = numbersOf(schema)
  if (numbers.size === 0) return validate
  const judge = ((given: unknown) => {
    const complaint = complaintAboutNumbers(numbers, given)
    const isValid = complaint === null && validate(given)
    judge.errors = (complaint === null ? (validate.errors ?? null) : [complaint]) as NonNullable<
      Validator['errors']
    > | null
    return isValid
  }) as Validator
  return judge
}

export const serializers: typeof stringifiers = (schemas, options) => serializersOf(stringifiers(schemas, options))

function serializersOf(compile: ReturnType<typeof stringifiers>): ReturnType<typeof stringifiers> {
  return once((part: Parameters<typeof compile>[0]) => {
    let serialize: Serializer | undefined
    return (answer: unknown) => {
      serialize ??= compile(part)
      return serialize(answer)
    }
  }, compiledAnswers)
}

/** Compiled when it judges for the first time. */
function lazily(compile: () => Validator): Validator {
  let validate: Validator | undefined
  const judge = ((given: unknown) => {
    validate ??= compile()
    const isValid = validate(given)
    judge.errors = (validate.errors ?? null) as NonNullable<Validator['errors']> | null
    return isValid
  }) as Validator
  return judge
}

const validators = AjvCompiler()
const stringifiers = SerializerSelector()
type Validator = ReturnType<ReturnType<BuildCompilerFromPool>>
type Serializer = ReturnType<ReturnType<typeof stringifiers>>
const compiledBodies = newlyCompiled<Validator>()
const compiledTexts = newlyCompiled<Validator>()
const compiledAnswers = newlyCompiled<Serializer>()

interface Compiled<C> {
  bySchema: WeakMap<object, C>
  byText: Map<string, C>
}

function newlyCompiled<C>(): Compiled<C> {
  return { bySchema: new WeakMap(), byText: new Map() }
}

/** Most schemas are the same object for each server; some routes make theirs anew, known by its text. No schema refers to another one. */
function once<P, C>(compile: (part: P) => C, { bySchema, byText }: Compiled<C>): (part: P) => C {
  return part => {
    const { schema } = part as Part
    const known = bySchema.get(schema)
    if (known !== undefined) return known
    const text = JSON.stringify(schema)
    const compiled = byText.get(text) ?? compile(part)
    byText.set(text, compiled)
    bySchema.set(schema, compiled)
    return compiled
  }
}
