#!/usr/bin/env node
// The command line, from whatever Node a machine has (18 or newer): hands over to the Node that npm installed with Porteira,
// in Porteira's own folder, where `npm start` runs too. Plain JavaScript without dependencies.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const HOUSE = fileURLToPath(new URL('..', import.meta.url))
const NEEDED_NODE = 26
const FAILED = 1

const node = nodeToUse()
if (node === null) {
  process.stderr.write('Porteira is not installed yet. Run `npm start` or `npm ci` first.\n')
  process.exitCode = FAILED
} else handOver(node)

/** null: there is none that could run it. */
function nodeToUse() {
  const installed = join(HOUSE, 'node_modules', '.bin', 'node')
  if (existsSync(installed)) return installed
  const isNewEnough = Number(process.versions.node.split('.')[0]) >= NEEDED_NODE
  return isNewEnough && existsSync(join(HOUSE, 'node_modules')) ? process.execPath : null
}

function handOver(program) {
  const child = spawn(program, [join(HOUSE, 'src', 'cli', 'main.ts'), ...process.argv.slice(2)], {
    cwd: HOUSE,
    stdio: 'inherit',
  })
  // A Ctrl-C reaches the child as well, and the child ends in order; other signals come to us alone.
  process.on('SIGINT', () => {})
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', error => {
    process.stderr.write(`Porteira cannot be run: ${error.message}\n`)
    process.exitCode = FAILED
  })
  child.on('exit', code => {
    process.exitCode = code ?? FAILED
  })
}
