// A start that finds its program without types takes none out, and one that does not find it so starts all the same.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const program = (word: string) => `import { print } from './print.ts'\nconst word: string = '${word}'\nprint(word)\n`

async function openTiny() {
  const folder = await mkdtemp(join(tmpdir(), 'porteira-stripped-'))
  for (const file of ['bin/stripped.js', 'scripts/strip.js']) await cp(join(ROOT, file), join(folder, file))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  for (const name of ['src', 'sandbox']) await mkdir(join(folder, name))
  await writeFile(join(folder, 'src', 'print.ts'), 'export const print = (word: string): void => console.log(word)\n')
  const node = async (...given: string[]) => {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, given, { cwd: folder })
    return stdout + stderr
  }
  return {
    write: (word: string) => writeFile(join(folder, 'src', 'main.ts'), program(word)),
    strip: () => node('scripts/strip.js'),
    run: (...flags: string[]) => node(...flags, '--import=./bin/stripped.js', 'src/main.ts'),
    stripped: () => readdir(join(folder, '.cache', 'stripped')),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}

/** Node takes no types out by itself. */
const ALONE = '--no-strip-types'

test('a program runs as it was left without types, and one that has changed since runs as it is', async () => {
  await using tiny = await openTiny()
  await tiny.write('one')
  assert.equal(await tiny.run(), 'one\n', 'nothing is stripped yet')
  await assert.rejects(tiny.run(ALONE))
  assert.equal(await tiny.strip(), '')
  assert.equal(await tiny.run(ALONE), 'one\n')
  await tiny.write('two')
  assert.equal(await tiny.run(), 'two\n')
  const before = await tiny.stripped()
  await tiny.strip()
  assert.equal(await tiny.run(ALONE), 'two\n')
  const after = await tiny.stripped()
  assert.equal(after.length, 2)
  assert.equal(after.filter(name => before.includes(name)).length, 1, 'what nothing is made of any more is removed')
})
