// What a migration says of itself in its second line: which code can run with the schema that it leaves.
//   -- Expand                        it only adds: code that does not know it runs with it
//   -- Contract: since 0137_name     it takes away what code uses no more that knows 0137_name
// The database keeps this beside the name (`migration.runs_with`), so that an older version reads there whether it may start.

export interface Declaration {
  kind: 'expand' | 'contract'
  /** 'any' code, or code that knows the migration of this name. */
  runsWith: string
}

export const ANY_CODE = 'any'

const DECLARED = /^-- Up Migration\n-- (?:(Expand)|Contract: since (\d{4}_\w+))(?:\n|$)/

/** Null: it says nothing, so only code that knows it runs with it. */
export function declarationIn(text: string): Declaration | null {
  const [all, expand, since] = DECLARED.exec(text) ?? []
  if (all === undefined) return null
  return expand === undefined ? { kind: 'contract', runsWith: since ?? '' } : { kind: 'expand', runsWith: ANY_CODE }
}

const COMMENT = /^-- (?!Up Migration|Expand$|Contract: )(.+(?:\n-- .+)*)/m
const SENTENCE = /^.+?[.:](?=\s|$)/s

/** Its first sentence; without one, its name in words. */
export function titleOf(name: string, text: string): string {
  const comment = COMMENT.exec(text)?.[1]?.replaceAll('\n-- ', ' ')
  if (comment === undefined) return name.replace(/^\d+_/, '').replaceAll('_', ' ')
  return (SENTENCE.exec(comment)?.[0] ?? comment).replace(/[.:]$/, '')
}
