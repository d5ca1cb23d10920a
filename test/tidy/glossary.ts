// Every name in the column "code" of the glossary has to be there: in the source, or in a migration for tables and columns.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, type Source } from './sources.ts'

const GLOSSARY = 'docs/glossary.md'
const ROW = /^\| [^|]+\|([^|]*)\|/gm

export function inventedTerms(sources: Source[]): string[] {
  const code = sources.filter(({ path }) => path.startsWith('src/')).map(({ text }) => text)
  const migrations = globSync('migrations/*.sql', { cwd: ROOT }).map(path => readFileSync(join(ROOT, path), 'utf8'))
  const words = new Set([...code, ...migrations].flatMap(text => text.match(/\b\w+\.\w+\b|\b\w+\b/g) ?? []))
  for (const word of [...words]) for (const part of word.split('.')) words.add(part)
  const terms = readFileSync(join(ROOT, GLOSSARY), 'utf8')
    .matchAll(ROW)
    .flatMap(([, column = '']) => column.matchAll(/`([^`]+)`/g).map(([, name = '']) => name))
  return [...terms]
    .filter(name => !words.has(name))
    .map(name => `${GLOSSARY}: \`${name}\` is in no source and no migration`)
}
