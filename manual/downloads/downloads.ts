// What sellers install, as archives that the gateway serves: it lies in no registry, so the gateway that they integrate with is where it comes from.
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { archiveOf, type Files } from './archive.ts'
import { ROOT } from './bundle.ts'
import { commandLinePackage } from './command-line.ts'
import { typescriptPackage } from './typescript.ts'

/** npm takes whatever is in the one folder of an archive, Composer and pip too. */
const IN_NPM = 'package'

const DOWNLOADS: Record<string, () => Promise<Uint8Array>> = {
  'porteira-cli.tgz': async () => archiveOf(IN_NPM, await commandLinePackage()),
  'porteira-sdk.tgz': async () => archiveOf(IN_NPM, await typescriptPackage()),
  'porteira-python.tar.gz': () =>
    archiveOf(
      'porteira-python',
      sourcesIn('python', ['pyproject.toml', 'build_backend.py', 'README.md', 'porteira/*.py']),
    ),
  'porteira-php.tar.gz': () => archiveOf('porteira', sourcesIn('php', ['composer.json', 'README.md', 'src/*.php'])),
}

export async function writeDownloads(folder: string, names = Object.keys(DOWNLOADS)): Promise<void> {
  mkdirSync(folder, { recursive: true })
  for (const name of names) {
    const pack = DOWNLOADS[name]
    if (pack === undefined) throw new Error(`There is no ${name}. There are ${Object.keys(DOWNLOADS).join(', ')}`)
    writeFileSync(join(folder, name), await pack())
  }
}

function sourcesIn(language: string, patterns: string[]): Files {
  const folder = join(ROOT, 'sdk', language)
  const names = globSync(patterns, { cwd: folder }).sort()
  const texts = names.map((name): [string, string] => [name, readFileSync(join(folder, name), 'utf8')])
  return new Map([...texts, ['LICENSE', readFileSync(join(ROOT, 'LICENSE'), 'utf8')]])
}
