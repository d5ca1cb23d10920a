// Caddy and nginx themselves, with the examples of deploy/ in which the address and the gateways alone are others: without TLS, on a free port
// of this machine. Where they are not installed there is nothing to try.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { temporaryFolder } from '../process/scene.ts'
import { until } from '../until.ts'

export const isInstalled = (program: string): boolean => spawnSync(program, ['version']).error === undefined

const placesOf = (upstreams: readonly string[]) => upstreams.map(url => new URL(url).host)

export async function openCaddy(
  resources: AsyncDisposableStack,
  upstreams: readonly string[],
): Promise<{ url: string }> {
  const folder = await temporaryFolder(resources, 'caddy')
  const url = `http://127.0.0.1:${await freePort()}`
  const example = await readFile('deploy/caddy/Caddyfile', 'utf8')
  const site = example
    .replace('pay.example.com {', `${url} {`)
    .replace('reverse_proxy 127.0.0.1:3000', `reverse_proxy ${placesOf(upstreams).join(' ')}`)
  await writeFile(join(folder, 'Caddyfile'), `{\n\tadmin off\n\tauto_https off\n}\n${site}`)
  const env = { PATH: process.env.PATH, HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder }
  const child = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')], { env })
  await serving(resources, child, url)
  return { url }
}

export async function openNginx(
  resources: AsyncDisposableStack,
  upstreams: readonly string[],
): Promise<{ url: string }> {
  const folder = await temporaryFolder(resources, 'nginx')
  const port = await freePort()
  const example = await readFile('deploy/nginx/porteira.conf', 'utf8')
  const file = join(folder, 'nginx.conf')
  const lines = placesOf(upstreams).map(place => `server ${place} max_fails=1 fail_timeout=2s;`)
  const site = example
    .replace(/server \{\n\tlisten 80;[\s\S]*?\n\}\n/, '')
    .replace(/\tlisten 443 ssl;\n\tlisten \[::\]:443 ssl;\n\thttp2 on;\n/, `\tlisten 127.0.0.1:${port};\n`)
    .replace(/\tssl_.*\n/g, '')
    .replace(/server 127\.0\.0\.1:3000 .*;/, lines.join('\n\t'))
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(name => `${name}_temp_path ${folder}/${name};`)
  const http = `access_log off; ${paths.join(' ')}\n${site}`
  await writeFile(file, `daemon off;\npid ${folder}/pid;\nerror_log stderr;\nevents {}\nhttp { ${http}\n}\n`)
  const child = spawn('nginx', ['-c', file, '-p', folder, '-e', 'stderr'])
  const url = `http://127.0.0.1:${port}`
  await serving(resources, child, url)
  return { url }
}

async function serving(resources: AsyncDisposableStack, child: ChildProcess, url: string): Promise<void> {
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', data => {
      output += data
    })
  resources.defer(async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  })
  const answers = () =>
    fetch(`${url}/health/ready`).then(
      ({ ok }) => ok || null,
      () => null,
    )
  await until(async () => child.exitCode !== null || (await answers()), 'the proxy to serve')
  if (child.exitCode !== null) throw new Error(`the proxy ended: ${output}`)
}
