// The keys of a seller on this machine, several by name, in a file that its user alone may read.
import { chmod, mkdir, open, readFile, rename } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Environment, Trouble } from './terminal.ts'

export interface Keys {
  address: string
  publicKey: string
  privateKey: string
}

export type Profiles = Record<string, Keys>

export const DEFAULT_PROFILE = 'default'

export const fileOf = (env: Environment): string =>
  join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'porteira', 'keys.json')

export async function readProfiles(env: Environment): Promise<Profiles> {
  const file = fileOf(env)
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new Trouble(`${file} cannot be read: ${(error as Error).message}`)
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new Trouble(`${file} is not JSON. Remove it and log in again.`)
  }
}

/** Replaced as a whole, so that a crash leaves the one or the other. */
export async function writeProfiles(env: Environment, profiles: Profiles): Promise<void> {
  const file = fileOf(env)
  const fresh = `${file}.new`
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const handle = await open(fresh, 'w', 0o600)
  try {
    // A file that was left there keeps its bits.
    await chmod(fresh, 0o600)
    await handle.writeFile(`${JSON.stringify(profiles, null, 2)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(fresh, file)
}

/** Variables of the environment win over the file, each for itself where a profile is there. */
export async function keysOf(env: Environment, profile: string | undefined): Promise<Keys> {
  const name = profile ?? (env.PORTEIRA_PROFILE || DEFAULT_PROFILE)
  const kept = (await readProfiles(env))[name]
  const keys = {
    address: env.PORTEIRA_URL || kept?.address,
    publicKey: env.PORTEIRA_PUBLIC_KEY || kept?.publicKey,
    privateKey: env.PORTEIRA_PRIVATE_KEY || kept?.privateKey,
  }
  if (!keys.address || !keys.publicKey || !keys.privateKey)
    throw new Trouble(
      `There are no keys for the profile "${name}". Run porteira login, or set PORTEIRA_URL, PORTEIRA_PUBLIC_KEY and PORTEIRA_PRIVATE_KEY.`,
    )
  return { ...(keys as Keys), address: addressIn(keys.address, env) }
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Keys go in clear over http: that is for this machine alone, unless its user says otherwise. */
export function addressIn(text: string, env: Environment): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new Trouble(
      `The address ${JSON.stringify(text)} cannot be used: expected one such as https://pay.example.com`,
    )
  if (url.protocol === 'http:' && !LOOPBACK.has(url.hostname) && env.PORTEIRA_ALLOW_HTTP !== '1')
    throw new Trouble(
      `${url.origin} is not https: keys would travel in clear. Set PORTEIRA_ALLOW_HTTP=1 if you trust the network in between.`,
    )
  return url.origin
}
