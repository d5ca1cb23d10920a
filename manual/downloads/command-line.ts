// The command line of sellers as one package: what it needs is inside, so that it installs without a registry.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import type { Files } from './archive.ts'
import { chunksOf, ROOT } from './bundle.ts'

const SELLER = join(ROOT, 'src', 'cli', 'seller')
const { version, license } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<string, string>

const MANIFEST = {
  name: '@porteira/cli',
  version,
  description: 'The command line of a Porteira gateway, for who integrates with it.',
  license,
  type: 'module',
  engines: { node: '>=20.12' },
  bin: { porteira: 'porteira.js' },
}

const README = `# porteira

The command line of a Porteira gateway, for who integrates with it: it needs the gateway's address and a key pair.

    porteira login
    porteira listen --forward-to http://localhost:4000/hook
    porteira trigger sale.paid

\`porteira --help\` lists all commands; the gateway's own guides are below its address, at /docs.
`

export async function commandLinePackage(): Promise<Files> {
  const chunks = await chunksOf({
    entries: [join(SELLER, 'main.ts')],
    target: 'node20',
    output: { format: 'es', entryFileNames: 'porteira.js', chunkFileNames: '[name].js' },
    plugins: [withVersion],
  })
  const files: Files = new Map([
    ['package.json', JSON.stringify(MANIFEST, null, 2)],
    ['README.md', README],
    ['LICENSE', readFileSync(join(ROOT, 'LICENSE'), 'utf8')],
    ['THIRD-PARTY.txt', noticesOf(chunks.flatMap(({ moduleIds }) => moduleIds))],
  ])
  for (const { fileName, code } of chunks) files.set(fileName, code)
  return files
}

/** A clone reads its version from where it lies, which is nowhere near in a package. */
const withVersion: Plugin = {
  name: 'with-version',
  load: id => (id === join(SELLER, 'version.ts') ? `export const VERSION = ${JSON.stringify(version)}` : null),
}

const PACKAGE = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/

/** The licences of what is inside ask to go with it. */
function noticesOf(modules: string[]): string {
  const folders = [...new Set(modules.flatMap(id => PACKAGE.exec(id)?.[0] ?? []))].sort()
  return folders.map(noticeOf).join('\n\n')
}

function noticeOf(folder: string): string {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = ['LICENSE', 'LICENSE.md', 'license', 'license.md'].map(name => join(folder, name)).find(existsSync)
  const text = file === undefined ? `License: ${manifest.license}` : readFileSync(file, 'utf8').trim()
  return `${manifest.name} ${manifest.version}\n\n${text}`
}
