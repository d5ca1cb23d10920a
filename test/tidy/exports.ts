// What a file exports and no other file takes: it stays inside. Values only, since a type that a signature names may be of use to a reader.
import { posix } from 'node:path'
import { codeOf, lineAt, type Source } from './sources.ts'

const EXPORT = /^export (?:async )?(?:function\*?|const|let|class) (\w+)/gm
const NAMED = /\b(?:import|export)\s+(?:type\s+)?(?:\w+\s*,\s*)?\{([^}]*)\}\s+from\s+'([^']+)'/g
/** Everything of such a file may be used: it is named as a whole, loaded later, or run. */
const WHOLE = /\b(?:import|export)\s+(?:type\s+)?\*[^'\n]*'([^']+)'|['"`]((?:#|\.{1,2}\/)[\w/.-]+\.tsx?)['"`]/g
/** What sellers import. */
const PUBLIC = /^sdk\/typescript\/src\//

/** Imported by the program that test/main.ts writes for a group of files. */
const IN_WRITTEN = 'test/group.ts'

const targetOf = (path: string, specifier: string): string =>
  specifier.startsWith('#') ? `src/${specifier.slice(1)}` : posix.join(posix.dirname(path), specifier)

const namesIn = (clause: string): string[] =>
  clause.split(',').map(one =>
    one
      .trim()
      .replace(/^type /, '')
      .replace(/ as .*/, ''),
  )

export function needlessExports(sources: Source[]): string[] {
  const [used, whole] = [new Set<string>(), new Set([IN_WRITTEN])]
  for (const source of sources) {
    const code = codeOf(source)
    for (const [, clause = '', specifier = ''] of code.matchAll(NAMED))
      for (const name of namesIn(clause)) used.add(`${targetOf(source.path, specifier)} ${name}`)
    for (const [, named, quoted = ''] of code.replace(NAMED, '').matchAll(WHOLE))
      whole.add(targetOf(source.path, named ?? quoted))
  }
  return sources
    .filter(({ path }) => !PUBLIC.test(path) && !whole.has(path))
    .flatMap(source => {
      const code = codeOf(source)
      return [...code.matchAll(EXPORT)]
        .filter(([, name]) => !used.has(`${source.path} ${name}`))
        .map(
          ({ index, 1: name }) =>
            `${source.path}:${lineAt(code, index)} ${name}: no other file takes it, so it is not exported`,
        )
    })
}
