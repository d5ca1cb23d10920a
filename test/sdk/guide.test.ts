// Who integrates follows the guide to a signed event that they have verified: its programs run as they stand there.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { keysIn, run, runProgram } from '../cli/seller.ts'
import { freePort } from '../free-port.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { openProject, type Project } from './package.ts'

const GUIDE = readFileSync(new URL('../../docs/guides/integrate.md', import.meta.url), 'utf8')
/** `server.mjs` and `sale.mjs`, in this order. */
const PROGRAMS = [...GUIDE.matchAll(/^```js\n(.*?)^```$/gms)].map(([, text = '']) => text)
const PORT_OF_GUIDE = /\b4000\b/

let gateway: TestGateway
let project: Project
before(async () => {
  gateway = await openTestGateway()
  project = await openProject()
})
after(async () => {
  await gateway?.[Symbol.asyncDispose]()
  await project?.[Symbol.asyncDispose]()
})

async function saved(name: string, text = ''): Promise<string> {
  const path = join(project.folder, name)
  await writeFile(path, text)
  return path
}

it('the server of the guide verifies what the command line brings, and its sale is one', async () => {
  const env = keysIn(gateway.url, await gateway.seller())
  const port = await freePort()
  const [server = '', sale = ''] = PROGRAMS
  assert.match(server, PORT_OF_GUIDE)
  await using listener = run(['listen', '--forward-to', `http://127.0.0.1:${port}/hook`], env)
  const [secret] = await listener.says(/whsec_\S+/)
  await listener.says(/Listening at/)
  const program = await saved('server.mjs', server.replace(PORT_OF_GUIDE, String(port)))
  await using running = runProgram(program, [], { PORTEIRA_SECRET: secret })
  const played = await run(['trigger', 'sale.paid'], env).ended
  assert.equal(played.code, 0, played.err)
  await running.says(/^sale\.pending \S+ PENDENTE$/m)
  await running.says(/^sale\.paid \S+ PAGO$/m)
  const sold = await runProgram(await saved('sale.mjs', sale), [], env).ended
  assert.deepEqual([sold.code, sold.out.trim().split(' ')[1]], [0, 'PAGO'], sold.err)
})
