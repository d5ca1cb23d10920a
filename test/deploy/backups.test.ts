// Backups where Porteira runs from its image: what the packages start is understood by the command, reaches a volume that the image's user may write
// to, and is started by nobody who has not asked for it.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { parse } from 'yaml'
import { COMMANDS } from '#cli/operator/commands.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const COMPOSED = ['deploy/compose/embedded.yaml', 'deploy/compose/postgres.yaml']
const CHART = 'deploy/helm/porteira'
const CRON_JOB = `${CHART}/templates/backup.yaml`
const PROGRAM = ['node', 'bin/porteira.js']

interface Service {
  profiles?: string[]
  command: string[]
  volumes: string[]
}

const composed = (path: string): Record<string, Service> => parse(read(path), { merge: true }).services

/** Which command a line is, if its options are those that it takes. */
function understood(line: readonly string[]): string | null {
  assert.deepEqual(line.slice(0, 2), PROGRAM)
  const args = line.slice(2)
  const command = COMMANDS.find(({ words }) => words.every((word, at) => args[at] === word))
  if (command === undefined) return null
  const { values } = parseArgs({ args: args.slice(command.words.length), options: command.options })
  return command.accepts?.(values) === false ? null : command.words.join(' ')
}

/** With what Compose and Helm put in. */
const filled = (text: string) => text.replace(/\$\{KEEP:-(\d+)\}/, '$1').replace(/\$\{RECIPIENT:-\}/, 'age1x')

test('compose starts a backup, and the receipt of the log, by name alone', () => {
  for (const path of COMPOSED) {
    const services = composed(path)
    for (const [name, expected] of [
      ['backup', 'backup'],
      ['backup-log', 'backup follow'],
    ] as const) {
      const { profiles, command, volumes } = services[name] ?? assert.fail(name)
      assert.deepEqual(profiles, [name], path)
      assert.equal(understood(command.map(filled)), expected, path)
      assert.match(volumes.join(), /\$\{BACKUPS:-backups\}:\/backups$/, path)
    }
    assert.ok('backups' in parse(read(path)).volumes, path)
    assert.doesNotMatch(String(services.porteira?.volumes), /backups/)
  }
})

test('beside the embedded server the volume of the gateway is there, and no network', () => {
  const { backup, porteira } = composed('deploy/compose/embedded.yaml')
  assert.ok(porteira?.volumes.every(one => backup?.volumes.includes(one)))
  assert.equal((backup as Service & { network_mode: string }).network_mode, 'none')
})

test('the PostgreSQL of compose lets copies in over the network, by a password', () => {
  const { postgres } = composed('deploy/compose/postgres.yaml')
  const mounted = './pg_hba.conf:/etc/postgresql/pg_hba.conf'
  assert.ok(postgres?.volumes.includes(`${mounted}:ro`))
  assert.ok(postgres?.command.includes('hba_file=/etc/postgresql/pg_hba.conf'))
  const lines = read('deploy/compose/pg_hba.conf').match(/^host .*$/gm) ?? []
  assert.equal(lines.length, 2)
  for (const line of lines) assert.match(line, / scram-sha-256$/)
})

test('the chart takes backups when it is asked to, by pods that are none of its gateways', () => {
  const values = parse(read(`${CHART}/values.yaml`))
  assert.deepEqual([values.backup.enabled, values.backup.recipient, values.maintenance], [false, '', false])
  const text = read(CRON_JOB)
  assert.match(text, /^\{\{- if \.Values\.backup\.enabled \}\}\n[\s\S]*\{\{- end \}\}\n$/)
  const args = [...text.matchAll(/^ {16}- (.+)$/gm)].slice(0, 9).map(([, one = '']) => one)
  assert.equal(
    understood(args.map(one => one.replace(/^\{\{.*keep.*\}\}$/, '14').replace(/^\{\{.*\}\}$/, 'age1x'))),
    'backup',
  )
  assert.match(text, /name: \{\{ \.Chart\.Name \}\}-backup\n/)
  assert.match(text, /helm\.sh\/resource-policy: keep/)
})

test('a new volume for backups belongs to the user of the image', () => {
  assert.match(
    read('deploy/docker/Dockerfile'),
    /install --directory --owner porteira .*--mode 0700 \/data \/backups$/m,
  )
})
