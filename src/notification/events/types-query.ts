// Names of events in a query, separated by commas.
import { Type } from 'typebox'
import { DOCUMENTED } from '#http/schema.ts'
import { invalid } from '#kernel/failure.ts'

export const TypesText = (among: readonly string[], options: { maxLength: number; description: string }) => {
  const one = `(${among.map(name => name.replaceAll('.', '\\.')).join('|')})`
  return Type.String({ minLength: 1, ...options, [DOCUMENTED]: { pattern: `^${one}(,${one})*$` } })
}

/** Null: all of them. One that does not exist would never be found, and its caller would wait for it. */
export function typesIn(text: string | undefined, among: readonly string[]): string[] | null {
  if (text === undefined) return null
  const types = text.split(',').map(type => type.trim())
  const unknown = types.find(type => !among.includes(type))
  if (unknown !== undefined) throw invalid('type', `names of events, separated by commas; "${unknown}" is none`)
  return types
}
