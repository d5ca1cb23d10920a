// The servers that DATABASE_URL names: one, or several that are copies of each other, of which the gateway uses the one that takes writes.
// The driver knows one server alone, so the list is taken apart here. Pure; no sentence repeats a password.
import type { Connection } from '../postgres.ts'

export interface ServerAddress {
  /** A name, an IP address, or the folder of a socket. */
  host: string
  port: number
}

export const placeOf = ({ host, port }: ServerAddress): string => `${host}:${port}`

/** What is wrong with the address, in words that follow its name; null: nothing that can be seen in it. */
export function problemOf(url: string): string | null {
  const read = partsOf(url)
  return typeof read === 'string' ? read : null
}

/** Of an address that has no problem. */
export function connectionTo(url: string): Connection {
  const read = partsOf(url)
  if (typeof read === 'string') throw new Error(`DATABASE_URL ${read}`)
  const { servers, single } = read
  return servers.length === 1 ? { connectionString: url, servers: [] } : { connectionString: single, servers }
}

interface Parts {
  servers: ServerAddress[]
  /** For the driver: the first server, with everything that holds for all of them. */
  single: string
}

const URL_PARTS = /^(postgres(?:ql)?:\/\/)([^/?#]*)([^?#]*)(?:\?([^#]*))?/
const HOST_AND_PORT = /^(\[[\da-f:.]+\]|[^:[\]]*)(?::(.*))?$/i
const DEFAULT_PORT = '5432'
const ATTRIBUTES = 'target_session_attrs'
/** The gateway writes, whatever it is asked for. */
const WRITING = ['read-write', 'primary']

const EXPECTED = 'must be an address that begins with postgres:// or postgresql://'

function partsOf(url: string): Parts | string {
  const [, scheme, authority = '', path = '', query = ''] = URL_PARTS.exec(url) ?? []
  if (scheme === undefined) return EXPECTED
  const who = authority.slice(0, authority.lastIndexOf('@') + 1)
  const parameters = new URLSearchParams(query)
  const attributes = parameters.get(ATTRIBUTES)
  if (attributes !== null && !WRITING.includes(attributes))
    return `must have ${ATTRIBUTES}=read-write, or none: Porteira writes`
  const named = namedIn(authority.slice(who.length), parameters)
  if (typeof named === 'string') return named
  if (named.length === 1) return URL.canParse(url) ? { servers: [{ host: '', port: 0 }], single: url } : EXPECTED
  const problem = listProblem(named)
  if (problem !== null) return problem
  const servers = named.map(({ host, port }) => ({ host, port: Number(port) }))
  for (const name of ['host', 'port', ATTRIBUTES]) parameters.delete(name)
  const [first] = servers as [ServerAddress]
  const single = `${scheme}${who}localhost${path}?${new URLSearchParams({ host: first.host, port: `${first.port}` })}`
  if (!URL.canParse(single)) return EXPECTED
  return { servers, single: parameters.size === 0 ? single : `${single}&${parameters}` }
}

interface Named {
  host: string
  port: string
}

/** As PostgreSQL's own programs read it: in the place of the host, or in parameters. */
function namedIn(hosts: string, parameters: URLSearchParams): Named[] | string {
  const given = parameters.get('host')
  if (given === null) return hosts.split(',').map(hostAndPort)
  const names = given.split(',')
  const ports = (parameters.get('port') ?? DEFAULT_PORT).split(',')
  if (ports.length !== 1 && ports.length !== names.length)
    return `names ${names.length} hosts and ${ports.length} ports`
  return names.map((host, n) => ({ host, port: ports[ports.length === 1 ? 0 : n] || DEFAULT_PORT }))
}

function hostAndPort(text: string): Named {
  const [, host = '', port] = HOST_AND_PORT.exec(text) ?? []
  return { host: decoded(host.replace(/^\[(.+)\]$/, '$1')), port: port || DEFAULT_PORT }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

function listProblem(named: readonly Named[]): string | null {
  for (const [n, { host, port }] of named.entries()) {
    if (host === '') return `names no host at place ${n + 1} of its list`
    if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535)
      return `must have a port from 1 to 65535 for ${host}`
  }
  const places = named.map(({ host, port }) => `${host}:${port}`)
  const twice = places.find((place, n) => places.indexOf(place) !== n)
  return twice === undefined ? null : `names ${twice} twice`
}
