// The SDK for TypeScript as npm installs it: the same sources as ES modules and as CommonJS, each with its types.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isolatedDeclarationSync } from 'rolldown/experimental'
import type { Files } from './archive.ts'
import { chunksOf, ROOT } from './bundle.ts'

const PACKAGE = join(ROOT, 'sdk', 'typescript')
const SOURCES = join(PACKAGE, 'src')
const KINDS = [
  { type: 'module', format: 'es', folder: 'dist/esm' },
  { type: 'commonjs', format: 'cjs', folder: 'dist/cjs' },
] as const

export async function typescriptPackage(): Promise<Files> {
  const files: Files = new Map()
  files.set('package.json', manifest())
  files.set('README.md', readFileSync(join(PACKAGE, 'README.md'), 'utf8'))
  files.set('LICENSE', readFileSync(join(ROOT, 'LICENSE'), 'utf8'))
  const declarations = declarationsOf(globSync('**/*.ts', { cwd: SOURCES }).sort())
  for (const { type, format, folder } of KINDS) {
    files.set(`${folder}/package.json`, JSON.stringify({ type, sideEffects: false }))
    for (const { fileName, code } of await modulesAs(format)) files.set(`${folder}/${fileName}`, code)
    for (const [name, code] of declarations) files.set(`${folder}/${name}`, code)
  }
  return files
}

/** Without what holds for a clone alone: it is packed there by a script of the project, and not published from there. */
function manifest(): string {
  const { private: _, scripts: __, ...rest } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'))
  return `${JSON.stringify(rest, null, 2)}\n`
}

/** Each module stays a file of its own, so that whoever looks for a fault finds what they have read. */
const modulesAs = (format: 'es' | 'cjs') =>
  chunksOf({
    entries: ['index.ts', 'verify.ts'].map(name => join(SOURCES, name)),
    target: 'node18',
    output: {
      format,
      exports: 'named',
      preserveModules: true,
      preserveModulesRoot: SOURCES,
      entryFileNames: '[name].js',
    },
  })

/** Compilers that are older than ours want the name of what is there. */
const OWN_FILE = /((?:from|import\()\s*["']\.[^"']*)\.ts(["'])/g

function declarationsOf(names: string[]): [string, string][] {
  return names.map(name => {
    const { code, errors } = isolatedDeclarationSync(name, readFileSync(join(SOURCES, name), 'utf8'))
    if (errors.length > 0) throw new Error(`${name}: ${errors[0]?.message}. Write the type out`)
    return [name.replace(/\.ts$/, '.d.ts'), code.replace(OWN_FILE, '$1.js$2')]
  })
}
