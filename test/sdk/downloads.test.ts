// What sellers install comes from the gateway that they integrate with: npm and pip take it by its address, with no registry in reach, and it works
// against that gateway.
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { buildPages } from '../built-pages.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { slow } from '../long.ts'

const PATH = `${fileURLToPath(new URL('../../node_modules/.bin', import.meta.url))}:${process.env.PATH}`
const run = promisify(execFile)
const PIP = ['-m', 'pip', 'install', '--quiet', '--no-index', '--no-deps', '--disable-pip-version-check']
const pip = spawnSync('python3', ['-m', 'pip', '--version'])

describe('what sellers install from the gateway', () => {
  const resources = new AsyncDisposableStack()
  let gateway: TestGateway
  let seller: Seller
  let folder: string
  before(async () => {
    await buildPages()
    gateway = resources.use(await openTestGateway())
    seller = await gateway.seller()
    folder = await mkdtemp(join(tmpdir(), 'porteira-downloads-'))
    resources.defer(() => rm(folder, { recursive: true }))
    await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'shop', version: '1.0.0', private: true }))
    await npm('install', addressOf('porteira-cli.tgz'), addressOf('porteira-sdk.tgz'))
  })
  after(() => resources.disposeAsync())

  const addressOf = (file: string) => `${gateway.url}/docs/downloads/${file}`
  const env = () => ({
    PATH,
    HOME: folder,
    NO_COLOR: '1',
    npm_config_cache: join(folder, '.npm'),
    // Nobody listens there.
    npm_config_registry: 'http://127.0.0.1:1/',
    PORTEIRA_URL: gateway.url,
    PORTEIRA_PUBLIC_KEY: seller.publicKey,
    PORTEIRA_PRIVATE_KEY: seller.privateKey,
  })
  const npm = (...words: string[]) =>
    run('npm', [...words, '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder, env: env() })
  const porteira = async (words: string[], node = process.execPath) =>
    (await run(node, [join(folder, 'node_modules/.bin/porteira'), ...words], { cwd: folder, env: env() })).stdout

  it('is a file of a fixed name, which may be kept for five minutes and is then asked for by its tag', async () => {
    for (const file of ['porteira-cli.tgz', 'porteira-sdk.tgz', 'porteira-python.tar.gz', 'porteira-php.tar.gz']) {
      const answer = await fetch(addressOf(file))
      const { headers } = answer
      assert.deepEqual(
        [answer.status, headers.get('content-encoding'), headers.get('cache-control')],
        [200, null, 'public, max-age=300'],
        file,
      )
      const bytes = (await answer.arrayBuffer()).byteLength
      assert.ok(bytes > 5_000 && bytes < 500_000, `${file} has ${bytes} bytes`)
      const again = await call(gateway.url, 'GET', `/docs/downloads/${file}`, {
        headers: { 'if-none-match': headers.get('etag') ?? '' },
      })
      assert.equal(again.status, 304)
    }
    for (const file of ['porteira.tgz', '..%2fbuild.json', '.npmrc'])
      assert.equal((await fetch(addressOf(file))).status, 404, file)
  })

  it('has the command line of sellers, in one package without others, which plays and lists at the gateway', async () => {
    const manifest = JSON.parse(await readFile(join(folder, 'node_modules/@porteira/cli/package.json'), 'utf8'))
    assert.deepEqual([manifest.dependencies, manifest.scripts], [undefined, undefined])
    assert.match(await porteira(['whoami']), /the pair is good/)
    assert.match(await porteira(['trigger', 'sale.paid']), /is PAGO\n$/)
    const { data } = JSON.parse(await porteira(['sales', 'list', '--status', 'PAGO', '--json']))
    assert.equal(data.length, 1)
    const { stdout } = await run('npx', ['--yes', addressOf('porteira-cli.tgz'), 'docs'], { cwd: tmpdir(), env: env() })
    assert.deepEqual(
      stdout.trim().split('\n'),
      ['/docs/integrate', '/docs/notifications', '/docs/reference', '/openapi.json'].map(path => gateway.url + path),
    )
  })

  slow('has a command line for the Node of this machine, where it is another one', async context => {
    const others = spawnSync('/usr/bin/env', ['-i', 'PATH=/usr/bin:/usr/local/bin', 'node', '-p', 'process.execPath'], {
      encoding: 'utf8',
    })
    if (others.status !== 0) return context.skip('there is no other Node')
    assert.match(await porteira(['trigger', 'sale.paid'], others.stdout.trim()), /is PAGO\n$/)
  })

  it('has the SDK for TypeScript as both kinds of module', async () => {
    for (const [type, head] of [
      ['module', "import { Porteira } from '@porteira/sdk'"],
      ['commonjs', "const { Porteira } = require('@porteira/sdk')"],
    ]) {
      const program = `${head}
        const { PORTEIRA_URL: baseUrl, PORTEIRA_PUBLIC_KEY: publicKey, PORTEIRA_PRIVATE_KEY: privateKey } = process.env
        new Porteira({ baseUrl, publicKey, privateKey }).balance.get().then(balance => console.log(JSON.stringify(balance)))`
      const words = [`--input-type=${type}`, '--eval', program]
      const { stdout } = await run(process.execPath, words, { cwd: folder, env: env() })
      assert.equal(typeof JSON.parse(stdout).available, 'number')
    }
  })

  const why = pip.status === 0 ? false : 'python3 with pip is not on this machine'
  it('has the SDK for Python, as pip installs it', { skip: why }, async () => {
    const packages = join(folder, 'python')
    await run('python3', [...PIP, '--target', packages, addressOf('porteira-python.tar.gz')], { cwd: folder })
    const program = `import os, porteira
print(porteira.Porteira(base_url=os.environ["PORTEIRA_URL"], public_key=os.environ["PORTEIRA_PUBLIC_KEY"], private_key=os.environ["PORTEIRA_PRIVATE_KEY"]).balance.get()["available"])`
    const { stdout } = await run('python3', ['-c', program], { cwd: folder, env: { ...env(), PYTHONPATH: packages } })
    assert.match(stdout, /^\d+/)
  })

  it('has the SDK for PHP as a folder with its loader', async () => {
    const bytes = Buffer.from(await (await fetch(addressOf('porteira-php.tar.gz'))).arrayBuffer())
    await writeFile(join(folder, 'php.tar.gz'), bytes)
    await run('tar', ['xzf', 'php.tar.gz'], { cwd: folder })
    assert.match(await readFile(join(folder, 'porteira/src/autoload.php'), 'utf8'), /^<\?php/)
  })
})
