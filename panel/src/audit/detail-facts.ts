// The details of an audit entry as a list of facts: the values before and after, or the known ones. Pure.
import { NOT_SHOWN } from './detail-names.ts'

export interface DetailFact {
  /** From the outer to the inner name. */
  path: string[]
  value: unknown
  /** Where the value was another before. */
  before?: unknown
}

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isChange = (value: unknown): value is { before: unknown; after: unknown } =>
  isFields(value) && 'before' in value && 'after' in value

/** `ofWhole`: the subject of the change, where the entry holds only before and after. */
export function factsIn(detail: Fields, ofWhole: string, path: string[] = []): DetailFact[] {
  if (isChange(detail)) {
    const { before, after, ...rest } = detail
    return [...changesIn(before, after, [...path, ofWhole]), ...factsIn(rest, ofWhole, path)]
  }
  return Object.entries(detail).flatMap(([name, value]) => {
    if (isChange(value)) return changesIn(value.before, value.after, [...path, name])
    if (isFields(value)) return factsIn(value, ofWhole, isWrapper(name) ? path : [...path, name])
    return isWrapper(name) || value === null || value === '' ? [] : [{ path: [...path, name], value }]
  })
}

const isWrapper = (name: string): boolean => NOT_SHOWN.some(one => one === name)

function changesIn(before: unknown, value: unknown, path: string[]): DetailFact[] {
  if (JSON.stringify(before) === JSON.stringify(value)) return []
  if (!isFields(before) && !isFields(value)) return [{ path, value, before }]
  const [was, is] = [before, value].map(one => (isFields(one) ? one : {})) as [Fields, Fields]
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  return names.flatMap(name => changesIn(was[name] ?? null, is[name] ?? null, [...path, name]))
}
