// Before `npm pack` in sdk/typescript: builds there what the package consists of, so that it packs what the gateway serves.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from './bundle.ts'
import { typescriptPackage } from './typescript.ts'

const PACKAGE = join(ROOT, 'sdk', 'typescript')
/** They lie there as they are. */
const SOURCES = ['package.json', 'README.md']

// The builder names each module after where it lies from here.
process.chdir(ROOT)
const files = await typescriptPackage()
rmSync(join(PACKAGE, 'dist'), { recursive: true, force: true })
for (const [name, text] of files) {
  if (SOURCES.includes(name)) continue
  const path = join(PACKAGE, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
