// Keys are checked with their gateway and kept, removed, or shown without their secret half.
import { call, Refused } from './api.ts'
import type { Given } from './commands.ts'
import { addressIn, DEFAULT_PROFILE, fileOf, type Keys, keysOf, readProfiles, writeProfiles } from './profiles.ts'
import { type Terminal, Trouble } from './terminal.ts'

const profileIn = ({ profile }: Given, { env }: Terminal) =>
  String(profile ?? (env.PORTEIRA_PROFILE || DEFAULT_PROFILE))

export async function login(given: Given, terminal: Terminal): Promise<boolean> {
  const { env, prompt, firstLine, print } = terminal
  const address = addressIn(
    String(given.address ?? (env.PORTEIRA_URL || (await prompt('Address of the gateway')))),
    env,
  )
  const publicKey = String(given['public-key'] ?? (env.PORTEIRA_PUBLIC_KEY || (await prompt('Public key'))))
  const privateKey = given['private-key-stdin']
    ? await firstLine()
    : env.PORTEIRA_PRIVATE_KEY || (await prompt('Private key (is not shown)', true))
  if (!publicKey.startsWith('pk_') || !privateKey.startsWith('sk_'))
    throw new Trouble('Expected a public key that begins with pk_ and a private key that begins with sk_.')
  const keys = { address, publicKey, privateKey }
  await check(keys)
  const name = profileIn(given, terminal)
  await writeProfiles(env, { ...(await readProfiles(env)), [name]: keys })
  print(`The keys are good at ${address} and are kept as "${name}" in ${fileOf(env)}.`)
  return true
}

/** A pair that may not read the balance is a good pair. */
async function check(keys: Keys): Promise<{ available?: number; total?: number }> {
  try {
    return await call(keys, 'GET', '/api/public/balance')
  } catch (error) {
    if (error instanceof Refused && error.status === 403 && /not good for/.test(error.message)) return {}
    throw error
  }
}

export async function logout(given: Given, terminal: Terminal): Promise<boolean> {
  const { env, print } = terminal
  const name = profileIn(given, terminal)
  const { [name]: removed, ...others } = await readProfiles(env)
  if (removed === undefined) throw new Trouble(`There is no profile "${name}".`)
  await writeProfiles(env, others)
  print(
    `The keys of "${name}" are gone from this machine. They still work: revoke them in the panel if they are not to.`,
  )
  return true
}

export async function whoami(given: Given, { env, print }: Terminal): Promise<boolean> {
  const keys = await keysOf(env, given.profile as string | undefined)
  const balance = await check(keys)
  const environment = keys.publicKey.startsWith('pk_test_') ? 'test' : 'live'
  if (given.json) print(JSON.stringify({ address: keys.address, publicKey: keys.publicKey, environment, balance }))
  else print(`${keys.publicKey} (${environment}) at ${keys.address}: the pair is good.`)
  return true
}
