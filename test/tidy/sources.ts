// The files that the rules look at.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
export const FOLDERS = ['src', 'panel', 'checkout', 'manual', 'sandbox', 'sdk', 'test', 'bench', 'scripts']

export interface Source {
  path: string
  text: string
}

export function sourcesOf(folders: string[]): Source[] {
  const paths = folders.flatMap(folder => globSync(`${folder}/**/*.{ts,tsx,js}`, { cwd: ROOT }))
  return paths
    .map(path => path.replaceAll('\\', '/'))
    .filter(
      path =>
        !/^(sandbox\/page\/assets|panel\/dist|checkout\/dist|manual\/dist|sdk\/typescript\/(dist|src\/generated))\//.test(
          path,
        ),
    )
    .sort()
    .map(path => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
}

// Comments become blanks, so that every line keeps its number.
const COMMENT = /(?<=^|\s)(?:\/\*[\s\S]*?\*\/|\/\/.*$)/gm
export const codeOf = ({ text }: Source) => text.replace(COMMENT, comment => comment.replace(/[^\n]/g, ' '))
export const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length
