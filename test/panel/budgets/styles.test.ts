// The panel loads the styles of those parts of Mantine only that it uses: none is missing, and each has the place that Mantine gives it.
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { buildPages } from '../../built-pages.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const STYLES = join(ROOT, 'node_modules/@mantine/core/styles')
const ASSETS = join(ROOT, 'panel/dist/current/assets')
const CLASS = /\bm_[0-9a-f]{6,8}\b/g
const IMPORT = /styles\/([\w-]+)\.css/g

const classesIn = (text: string) => [...new Set(text.match(CLASS))]
const filesIn = async (folder: string, end: string) =>
  (await readdir(folder)).filter(name => name.endsWith(end) && !name.endsWith('.layer.css'))

test('mantine.css names every part that the built panel uses, in order', async () => {
  await buildPages()
  const scripts = await Promise.all((await filesIn(ASSETS, '.js')).map(name => readFile(join(ASSETS, name), 'utf8')))
  const used = new Set(scripts.flatMap(classesIn))
  const whole = await readFile(join(ROOT, 'node_modules/@mantine/core/styles.css'), 'utf8')
  const named = await readFile(join(ROOT, 'panel/src/mantine.css'), 'utf8')
  const listed = [...named.matchAll(IMPORT)].map(([, name = '']) => name)
  const parts = await Promise.all(
    (await filesIn(STYLES, '.css')).map(async file => {
      const [first, ...others] = classesIn(await readFile(join(STYLES, file), 'utf8'))
      return {
        name: file.slice(0, -4),
        all: first === undefined ? [] : [first, ...others],
        at: whole.indexOf(first ?? ''),
      }
    }),
  )
  const needed = parts.filter(({ all }) => all.some(one => used.has(one))).sort((one, other) => one.at - other.at)
  const GENERAL = ['baseline', 'default-css-variables', 'global']
  assert.deepEqual(
    listed.filter(name => GENERAL.includes(name) || needed.some(one => one.name === name)),
    [...GENERAL, ...needed.map(({ name }) => name)],
  )
})
