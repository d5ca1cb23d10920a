// What can go stale in the packages of deploy/ without anybody noticing: paths, names of variables, ports, addresses. Their own tools judge
// the rest: deploy/check.sh.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { readConfig } from '#config/config.ts'
import { RELEASE } from '#config/release.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const found = (path: string, pattern: RegExp) => [...read(path).matchAll(pattern)].map(match => match[1] ?? '')

const DOCKERFILE = 'deploy/docker/Dockerfile'
const UNIT = 'deploy/systemd/porteira.service'
const STATEFUL_SET = 'deploy/helm/porteira/templates/statefulset.yaml'
const VALUES = 'deploy/helm/porteira/values.yaml'
const RESTORE_IMAGE = 'deploy/docker/restore.Dockerfile'
const COMPOSED = ['deploy/compose/embedded.yaml', 'deploy/compose/postgres.yaml']
const EXAMPLE = 'deploy/porteira.env.example'
const PROXIES = ['deploy/caddy/Caddyfile', 'deploy/nginx/porteira.conf']

/** As the guide lists them; NODE_ENV, PATH and MALLOC_ARENA_MAX are not ours. */
const VARIABLES = new Set(
  ['src/psp/kinds.ts', ...globSync('src/config/*.ts', { cwd: ROOT })].flatMap(path =>
    found(path, /'([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)'/g),
  ),
)
const isKnown = (name: string) => ['NODE_ENV', 'PATH', 'MALLOC_ARENA_MAX'].includes(name) || VARIABLES.has(name)

test('every variable that a package sets is one that the gateway reads', () => {
  const services = COMPOSED.map(path => parse(read(path)).services.porteira)
  const named = [
    ...[DOCKERFILE, RESTORE_IMAGE]
      .flatMap(path => found(path, /^ENV (.+)$/gm))
      .flatMap(line => line.split(' ').map(pair => pair.split('=')[0] ?? '')),
    ...found(UNIT, /^Environment=(.+)$/gm).flatMap(line => line.split(' ').map(pair => pair.split('=')[0] ?? '')),
    ...found(EXAMPLE, /^(?:# )?([A-Z_]+)=/gm),
    ...found(STATEFUL_SET, /- name: ([A-Z_]+)$/gm),
    ...found(VALUES, /^# +([A-Z_]+): /gm),
    ...services.flatMap(({ environment = {} }) => Object.keys(environment)),
  ]
  assert.ok(named.length > 20, named.join())
  assert.deepEqual(
    named.filter(name => !isKnown(name)),
    [],
  )
})

test('the guide lists every variable that the gateway reads, and no other', () => {
  const noVariables = ['EEXIST', 'EISDIR', 'ENOENT', 'ENOTDIR', 'HEAD', 'MINIMUM_VALUE', 'TRANSFER_NOT_ALLOWED']
  const [, section = ''] = read('docs/guides/operate.md').split('\n## Configuration\n')
  const rows = section.split('\n## ')[0]?.match(/^\| `.*?\|/gm) ?? []
  const listed = new Set(rows.flatMap(row => [...row.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name)))
  assert.deepEqual([...listed.symmetricDifference(VARIABLES)].toSorted(), noVariables)
})

test('the example of settings is all that production asks for, once it is filled', () => {
  const lines = read(EXAMPLE).matchAll(/^(\w+)=(.*)$/gm)
  const given = Object.fromEntries([...lines].map(([, name, value]) => [name, value]))
  // Each of systemd, Compose, kubectl, docker run and a shell does something else with quotes, and with what needs them.
  assert.deepEqual(
    Object.keys(given).filter(name => !/^[\w./:@+-]*$/.test(`${given[name]}`)),
    [],
  )
  const empty = ['ENCRYPTION_KEY', 'AUTH_SECRET', 'PSP_CLIENT_ID', 'PSP_CLIENT_SECRET', 'PSP_PIX_KEY']
  assert.deepEqual(
    Object.keys(given).filter(name => given[name] === ''),
    empty,
  )
  const filled = {
    ...given,
    ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
    AUTH_SECRET: 'x'.repeat(32),
    PSP_CLIENT_ID: 'id',
    PSP_CLIENT_SECRET: 'secret',
    PSP_PIX_KEY: 'pix@example.com',
  }
  assert.equal(readConfig({ ...filled, NODE_ENV: 'production' }).production, true)
})

test('what the example of settings shows besides is what holds without it', () => {
  const shown = Object.fromEntries(
    [...read(EXAMPLE).matchAll(/^# (\w+)=(.*)$/gm)].map(([, name, value]) => [name ?? '', value ?? '']),
  )
  const differing = [
    'AUTH_SECRET_OTHER',
    'DATABASE_URL',
    'ENCRYPTION_KEY_OTHER',
    'METRICS',
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'PROCESSES',
    'PSP_CERT_FILE',
    'PSP_KEY_FILE',
    'STOP_WAIT_MS',
  ]
  const defaults = Object.entries(shown).filter(([name]) => !differing.includes(name))
  assert.ok(defaults.length > 8)
  // The port is known only where there are figures.
  const on = { METRICS: 'on' }
  assert.deepEqual(readConfig({ ...on, ...Object.fromEntries(defaults) }), readConfig(on))
})

test('ports are the one where the gateway listens, and health is asked where it answers', () => {
  const { port } = readConfig({})
  const places: [string, RegExp][] = [
    [DOCKERFILE, /(?:EXPOSE |PORT=)(\d+)/g],
    [UNIT, /PORT=(\d+)/g],
    [STATEFUL_SET, /containerPort: (\d+)/g],
    ...COMPOSED.map((path): [string, RegExp] => [path, /127\.0\.0\.1:(\d+):/g]),
    ...PROXIES.map((path): [string, RegExp] => [path, /127\.0\.0\.1:(\d+)/g]),
  ]
  for (const [path, pattern] of places) {
    const ports = found(path, pattern)
    assert.ok(ports.length > 0 && ports.every(one => Number(one) === port), `${path}: ${ports}`)
  }
  const routes = new Set(found('src/health/routes.ts', /'(\/health\/\w+)'/g))
  const asked = [DOCKERFILE, STATEFUL_SET, ...PROXIES].flatMap(path => found(path, /(\/health\/\w+)/g))
  assert.ok(asked.length >= 5)
  for (const path of asked) assert.ok(routes.has(path), path)
})

test('figures leave no container: their port is neither published nor behind the Ingress', () => {
  const { metrics } = readConfig({ METRICS: 'on' })
  const values = parse(read(VALUES))
  assert.deepEqual([values.metrics.enabled, values.metrics.port], [false, metrics?.port])
  for (const path of COMPOSED) assert.deepEqual(parse(read(path)).services.porteira.ports, ['127.0.0.1:3000:3000'])
  assert.doesNotMatch(read('deploy/helm/porteira/templates/ingress.yaml'), /metrics/)
  assert.match(read(DOCKERFILE), /METRICS_HOST=0\.0\.0\.0/)
})

test('every path that a package names is there', () => {
  const commands = [DOCKERFILE, RESTORE_IMAGE, UNIT, ...COMPOSED].flatMap(path =>
    found(path, /((?:src|bin)\/[\w./-]+\.[jt]s)/g),
  )
  const taken = found('.dockerignore', /^!(.+)$/gm)
  const built = found(DOCKERFILE, /rm -rf (panel.+)$/gm).flatMap(line => line.split(' '))
  const scripts = found(DOCKERFILE, /npm run (\w+)/g)
  for (const path of [...commands, ...taken, ...built]) assert.ok(existsSync(join(ROOT, path)), path)
  for (const name of scripts) assert.ok(JSON.parse(read('package.json')).scripts[name], name)
  for (const path of COMPOSED) {
    const { build } = parse(read(path)).services.porteira
    assert.ok(existsSync(join(ROOT, 'deploy/compose', build.context, build.dockerfile)), path)
  }
  // What the gateway reads while it runs, besides what it imports.
  for (const path of ['docs/guides', 'migrations', 'sandbox', 'src', 'package.json'])
    assert.ok(taken.includes(path), path)
})

test('the chart knows no address of its own: what the Secret says holds, and an ingress without a host is refused', () => {
  const { env, ingress } = parse(read(VALUES))
  assert.deepEqual([env, ingress.host], [{ REQUIRE_HTTPS_WEBHOOKS: 'true' }, ''])
  assert.match(read('deploy/helm/porteira/templates/ingress.yaml'), /required "[^"]+" \.Values\.ingress\.host/)
})

test('the guide installs the chart with the address of who installs it', () => {
  for (const guide of ['docs/guides/operate.md', 'docs/guides/pt/operate.md']) {
    const [, command = ''] = /^helm install ((?:.*\\\n)*.*)$/m.exec(read(guide)) ?? []
    for (const setting of ['ingress.host', 'env.PUBLIC_URL', 'env.TRUST_PROXY'])
      assert.match(command, new RegExp(`--set ${setting}=`), `${guide}: ${setting}`)
  }
})

test('the chart is of the version of the gateway', () => {
  const { version, appVersion } = parse(read('deploy/helm/porteira/Chart.yaml'))
  assert.deepEqual([version, appVersion], [RELEASE.version, RELEASE.version])
})
