// A type that is read has one declaration of its columns. A function that only gives other names to those of a row is a second one.
import { codeOf, lineAt, type Source } from './sources.ts'

const ONLY_RENAMES = /=> \(\{\n(?: +\w+: row\.\w+,\n){3,} *\}\)/g

export const renamedRows = (source: Source): string[] => {
  if (!source.path.startsWith('src/')) return []
  const code = codeOf(source)
  return [...code.matchAll(ONLY_RENAMES)].map(
    ({ index }) =>
      `${source.path}:${lineAt(code, index)} only gives a row's columns other names: declare them with columnsOf (src/db/columns.ts)`,
  )
}
