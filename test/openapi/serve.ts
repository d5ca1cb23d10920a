// A gateway on this machine with one caller of each kind, for tools that read the descriptions and try what they say: `npm run roles`. It
// prints how each caller proves who they are, has money to spend, and ends with all that it holds at Ctrl-C.
import { once } from 'node:events'
import { SCOPES } from '#http/route.ts'
import { type Person, registerOperator } from '../access/person.ts'
import { openTestGateway } from '../gateway.ts'
import { openShop } from '../notification/shop.ts'
import { globalSetup, globalTeardown } from '../setup.ts'

const FUNDS_CENTS = 1_000_000_00

async function keysOf(person: Person): Promise<{ publicKey: string; privateKey: string }> {
  return (await person.call('POST', '/api/credentials', { name: 'every scope', scopes: [...SCOPES] })).body
}

async function run(): Promise<void> {
  await globalSetup()
  try {
    await using gateway = await openTestGateway({
      env: { PORT: process.env.PORT ?? '0', LOG_LEVEL: 'error' },
      logTo: process.stderr,
    })
    const shop = await openShop(gateway, { funds: FUNDS_CENTS })
    const operator = await registerOperator(gateway)
    // Good for every route: what a key must have been given by name is otherwise refused before it is judged.
    const { publicKey, privateKey } = await keysOf(shop.person)
    const session = ({ cookie }: { cookie: string }) => ({ cookie, origin: gateway.url })
    const roles = {
      url: gateway.url,
      keys: { 'x-api-public-key': publicKey, 'x-api-private-key': privateKey },
      seller: session(shop.person),
      operator: session(operator),
    }
    process.stdout.write(`${JSON.stringify(roles, null, 2)}\n`)
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  } finally {
    await globalTeardown()
  }
}

await run()
