// verify.js is not compiled with the gateway: its types are judged here, against what verify.d.ts promises, as strictly.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'
import * as sdk from '../../sdk/verify.js'

const fileOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

it('the function that receivers get keeps to its published types', () => {
  const strictly = '--strict --noEmit --allowJs --checkJs --module nodenext --target es2022 --types node'.split(' ')
  const files = ['sdk/verify.js', 'sdk/verify.d.ts'].map(fileOf)
  const { status, stdout } = spawnSync(
    process.execPath,
    [fileOf('node_modules/typescript/bin/tsc'), '--ignoreConfig', ...strictly, ...files],
    { cwd: fileOf('sdk'), encoding: 'utf8' },
  )
  assert.equal(stdout, '')
  assert.equal(status, 0)
})

it('exports what its types say, and its package needs no other', () => {
  const promised = readFileSync(fileOf('sdk/verify.d.ts'), 'utf8').matchAll(/^export (?:function|class|const) (\w+)/gm)
  assert.deepEqual(Object.keys(sdk).toSorted(), [...promised].map(([, name]) => name).toSorted())
  const manifest = JSON.parse(readFileSync(fileOf('sdk/package.json'), 'utf8'))
  assert.deepEqual([manifest.private, manifest.dependencies, manifest.scripts], [true, undefined, undefined])
})
