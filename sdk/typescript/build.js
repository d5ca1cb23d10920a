// Builds the package: dist/esm for `import`, dist/cjs for `require`, from the same sources. `npm pack` runs it; it takes the `tsc` of the
// PATH, which npm sets to what the project has installed.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const HERE = fileURLToPath(new URL('.', import.meta.url))
const DIST = join(HERE, 'dist')

/** @param {'module' | 'commonjs'} type Decides what TypeScript writes, so it stands beside the sources and beside the result. */
function build(type) {
  const out = join(DIST, type === 'module' ? 'esm' : 'cjs')
  const sources = mkdtempSync(join(tmpdir(), 'porteira-sdk-'))
  const manifest = JSON.stringify({ type, sideEffects: false })
  try {
    for (const name of ['src', 'tsconfig.json']) cpSync(join(HERE, name), join(sources, name), { recursive: true })
    writeFileSync(join(sources, 'package.json'), manifest)
    const tsc = ['-p', sources, '--outDir', out, '--verbatimModuleSyntax', String(type === 'module')]
    const { status, error } = spawnSync('tsc', tsc, { stdio: 'inherit' })
    if (status !== 0) throw error ?? new Error(`tsc ended with ${status}`)
  } finally {
    rmSync(sources, { recursive: true })
  }
  writeFileSync(join(out, 'package.json'), manifest)
}

/** tsc leaves `./file.ts` in declarations; older compilers want the name of what is there. */
function renameInDeclarations() {
  for (const path of readdirSync(DIST, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.d.ts')) continue
    const text = readFileSync(join(DIST, path), 'utf8')
    writeFileSync(
      join(DIST, path),
      text.replace(/(from '\.[^']*)\.ts'|(from "\.[^"]*)\.ts"/g, (_all, one, two) =>
        one ? `${one}.js'` : `${two}.js"`,
      ),
    )
  }
}

rmSync(DIST, { recursive: true, force: true })
build('module')
build('commonjs')
renameInDeclarations()
