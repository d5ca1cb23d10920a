// What an assistant hands to a tool, against the tool's schema: every error names the field and what was expected.
import { Errors } from 'typebox/value'
import { Trouble } from '../terminal.ts'
import type { Input } from './read.ts'

const MAX_PROBLEMS = 5

export function checked(schema: object, given: unknown): Input {
  const problems = [...Errors(schema, given ?? {})].flatMap(problemOf)
  if (problems.length === 0) return (given ?? {}) as Input
  throw new Trouble(`Nothing was done. ${[...new Set(problems)].slice(0, MAX_PROBLEMS).join('; ')}.`)
}

interface Problem {
  keyword: string
  instancePath: string
  params: object
  message: string
}

function problemOf({ keyword, instancePath, params, message }: Problem): string[] {
  const field = instancePath.slice(1).replaceAll('/', '.')
  const within = (name: string) => (field === '' ? name : `${field}.${name}`)
  const named = params as { requiredProperties?: string[]; additionalProperties?: string[]; allowedValues?: unknown[] }
  switch (keyword) {
    case 'required':
      return (named.requiredProperties ?? []).map(name => `${within(name)}: is missing`)
    case 'additionalProperties':
      return (named.additionalProperties ?? []).map(name => `${within(name)}: is not a parameter here`)
    case 'boolean':
      return []
    case 'enum':
      return [`${field}: expected one of ${named.allowedValues?.join(', ')}`]
    default:
      return [`${field || 'arguments'}: ${message}`]
  }
}
