// How schemas become code: each of them once in a process, for all routes and servers. Most answers of refusal are the same at
// every route, and compiling is most of what opening a gateway costs.
import AjvCompiler, { type BuildCompilerFromPool } from '@fastify/ajv-compiler'
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import { holdsAddress } from '#kernel/plain-name.ts'
import { complaintAboutNumbers, numbersOf } from './request/plain-numbers.ts'
import { NAME_WITHOUT_ADDRESS } from './schema.ts'

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
      const customOptions = { ...options?.customOptions, coerceTypes, removeAdditional: false, formats }
      return validators(schemas, { ...options, customOptions } as typeof options)
    }
    const body = once(build(false), compiledBodies)
    const coercing = build(true)
    const rest = once((part: Parameters<typeof coercing>[0]) => {
      const { schema } = part as unknown as Part
      return withPlainNumbers(coercing(part), schema)
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

export const serializers: typeof stringifiers = (schemas, options) =>
  once(stringifiers(schemas, options), compiledAnswers)

const validators = AjvCompiler()
const stringifiers = SerializerSelector()
type Validator = ReturnType<ReturnType<BuildCompilerFromPool>>
const compiledBodies = new Map<string, Validator>()
const compiledTexts = new Map<string, Validator>()
const compiledAnswers = new Map<string, ReturnType<ReturnType<typeof stringifiers>>>()

/** Known by its text: some routes make theirs anew for each server. No schema refers to another one. */
function once<P, C>(compile: (part: P) => C, known: Map<string, C>): (part: P) => C {
  return part => {
    const text = JSON.stringify((part as Part).schema)
    const compiled = known.get(text) ?? compile(part)
    known.set(text, compiled)
    return compiled
  }
}
