// The panel calls every route that is meant for it: each route of the operator, of a member of an account and of a signed-in user is called
// by some file of panel/src/api. Who adds a route gives it a screen, or gives here the reason why it needs none.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const API = fileURLToPath(new URL('../../panel/src/api', import.meta.url))
const ROUTES = fileURLToPath(new URL('../golden/routes.txt', import.meta.url))

/** Called by files of a screen, through DownloadButton. */
const FILES = /\.csv$|\/file$|^\/docs\//

const NEEDS_NONE: Record<string, string> = {
  'GET /api/account/checkouts/:id': 'the list of sessions says all of each',
  'GET /api/recurrences/debits': 'each recurrence shows its own',
  'GET /api/statement/balance': 'the sums of a period show the balance after it',
  'GET /api/admin/house/statement/balance': 'the sums of a period show the balance after it',
  'GET /api/holds': 'the balance names what is blocked by reason, and the statement each of its holds',
  'GET /api/hold-orders': 'the balance names what is blocked by order, and the statement each of its holds',
  'GET /api/sales/:id/refunds/:refundId': 'the list of the refunds of a sale says all of each',
}

const QUOTED = /'(\/api\/[^']*)'|`([^`]*)`/g
const CONSTANT = /const (\w+) = '(\/api\/[^']*)'/g
/** `const at = (id: string) => \`/api/x/${id}\`` */
const MADE = /const (\w+) = \([^)]*\) => `(\/api\/[^`]*)`/g

/** Of one file: every text that may be an address, with what is filled in as ":". */
interface Asking {
  addresses: string[]
  text: string
}

describe('every route that is meant for the panel', () => {
  const asking = filesBelow(API).map(file => askingOf(readFileSync(file, 'utf8')))
  const routes = readFileSync(ROUTES, 'utf8')
    .split('\n')
    .map(line => /^([A-Z]+)\s+(\S+)\s+(operator|session|person)\s/.exec(line))
    .filter(found => found !== null)
    .map(([, method = '', path = '']) => ({ method, path }))
    .filter(({ path }) => !FILES.test(path))

  it('is called by the panel, or has its reason not to be', () => {
    const unused = routes.filter(route => !asking.some(file => requests(file, route))).map(nameOf)
    assert.deepEqual(
      unused.filter(route => !(route in NEEDS_NONE)),
      [],
    )
    assert.deepEqual(
      Object.keys(NEEDS_NONE).filter(route => !unused.includes(route)),
      [],
      'these are called, or are no more: take them off the list',
    )
  })
})

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

function requests({ addresses, text }: Asking, { method, path }: { method: string; path: string }): boolean {
  // Reading is what the operator's hooks do without naming the verb.
  if (method !== 'GET' && !text.includes(`'${method}'`)) return false
  return addresses.some(address => isOf(address, path, text))
}

/** A verb that is filled in is in the same file, by its own name. */
function isOf(address: string, path: string, text: string): boolean {
  const [asked, known] = [address.split('/'), path.split('/')]
  if (asked.length !== known.length) return false
  return known.every((part, index) => {
    if (part.startsWith(':')) return asked[index]?.startsWith(':')
    return asked[index] === part || (asked[index] === ':' && text.includes(`'${part}'`))
  })
}

function askingOf(text: string): Asking {
  const constants = named(text, CONSTANT)
  const made = named(text, MADE)
  const filled = (template: string, deeper = true): string =>
    template.replaceAll(/\$\{(\w+)?([^}]*)\}/g, (_, name = '', rest: string) => {
      if (rest === '') return constants.get(name) ?? ':'
      return deeper && made.has(name) ? filled(made.get(name) ?? '', false) : ':'
    })
  const addresses = [...text.matchAll(QUOTED)].map(([, plain, template = '']) => plain ?? filled(template))
  return { addresses: addresses.filter(address => address.startsWith('/api/')), text }
}

function named(text: string, pattern: RegExp): Map<string, string> {
  return new Map([...text.matchAll(pattern)].map(([, name = '', value = '']) => [name, value]))
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .map(name => join(folder, name))
}
