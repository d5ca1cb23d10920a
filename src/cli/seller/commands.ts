// The commands for sellers' programmers: what each is called, what it takes, and what it does. A command answers whether all is well.
import { listen } from './listen/listen.ts'
import { login, logout, whoami } from './login.ts'
import { tail } from './logs.ts'
import { get, KINDS, list, resend } from './objects.ts'
import { keysOf } from './profiles.ts'
import type { Terminal } from './terminal.ts'
import { TRIGGERS, trigger } from './trigger.ts'

export type Given = Record<string, string | boolean | undefined>

export interface Command {
  /** As they are typed. */
  words: readonly string[]
  /** The name of the one word behind them; it is in `words` of what was given. */
  takes?: string
  /** For node's parseArgs, with what each is. */
  options: Record<string, { type: 'boolean' | 'string'; is: string }>
  summary: string
  run(given: Given, terminal: Terminal): Promise<boolean>
}

const text = (is: string) => ({ type: 'string', is }) as const
const flag = (is: string) => ({ type: 'boolean', is }) as const

const profile = text('the name of the keys to use; default: PORTEIRA_PROFILE, or "default"')
const json = flag('prints JSON')
const paging = {
  profile,
  json,
  limit: text('how many, at most 10000; default: 20'),
  cursor: text('where an earlier list ended'),
  from: text('from this day or moment on, such as 2026-01-31'),
  to: text('before this day or moment'),
}

const FILTERS = {
  events: { type: text('only these, such as sale.paid,sale.refunded') },
  sales: { status: text('only this status') },
  cashouts: { status: text('only this status') },
  logs: {
    status: text('only this status, or all of a kind, such as 4xx'),
    method: text('only this method, such as POST'),
    route: text('only this route, such as /api/transactions/:id'),
    error: text('only this code, such as INVALID_DATA'),
    object: text('only what was about the sale, cashout or other object with this uuid'),
  },
}

const lists = (['events', 'sales', 'cashouts', 'logs'] as const).flatMap((name): Command[] => {
  return [
    {
      words: [name, 'list'],
      options: { ...paging, ...FILTERS[name] },
      summary: name === 'logs' ? 'lists requests of the API' : `lists ${name}`,
      run: list(KINDS[name]),
    },
    { words: [name, 'get'], takes: 'id', options: { profile }, summary: 'shows one, as JSON', run: get(KINDS[name]) },
  ]
})

export const COMMANDS: readonly Command[] = [
  {
    words: ['login'],
    options: {
      address: text('of the gateway; default: PORTEIRA_URL, or it is asked for'),
      'public-key': text('default: PORTEIRA_PUBLIC_KEY, or it is asked for'),
      'private-key-stdin': flag(
        'reads the private key from standard input; default: PORTEIRA_PRIVATE_KEY, or it is asked for',
      ),
      profile,
    },
    summary: 'checks a key pair with its gateway and keeps it for later commands',
    run: login,
  },
  { words: ['logout'], options: { profile }, summary: 'removes kept keys from this machine', run: logout },
  {
    words: ['whoami'],
    options: { profile, json },
    summary: 'which keys are used, and whether they are good',
    run: whoami,
  },
  {
    words: ['listen'],
    options: {
      'forward-to': text('the address of your server; absent: events are only shown'),
      events: text('only these, such as sale.paid,sale.refunded; default: all'),
      after: text('a cursor, or the id of an event: begins behind it; default: from now on'),
      'standard-headers': flag('sends the headers of Standard Webhooks as well'),
      profile,
    },
    summary: 'brings events to your server as webhooks would, as they happen; PORTEIRA_LISTEN_SECRET sets their secret',
    run: listen,
  },
  ...lists,
  {
    words: ['events', 'resend'],
    takes: 'id',
    options: { profile, json },
    summary: 'sends an event again to whoever listens, also one that no webhook has chosen',
    run: resend,
  },
  {
    words: ['logs', 'tail'],
    options: { profile, json, ...FILTERS.logs },
    summary: 'shows requests of the API as they are answered',
    run: tail,
  },
  {
    words: ['trigger'],
    takes: 'event',
    options: { profile },
    summary: `plays it at the sandbox bank, with all that leads to it: ${Object.keys(TRIGGERS).join(', ')}`,
    run: trigger,
  },
  {
    words: ['mcp'],
    options: {
      profile,
      'allow-actions': flag('lets the assistant sell, cancel, refund and send events again; default: it only reads'),
      live: flag('allows that with live keys, too'),
      'max-cashout': text('lets it pay out as well, this much in one cashout, such as 500.00'),
      'max-cashout-total': text('and this much in all until it ends; default: as much as one cashout'),
      'max-refund': text('bounds refunds, this much in one, such as 500.00; with live keys none without it'),
      'max-refund-total': text('and this much in all until it ends; default: as much as one refund'),
    },
    summary:
      'serves the account to an assistant on this machine, by the Model Context Protocol on standard input and output',
    run: mcp,
  },
  { words: ['docs'], options: { profile }, summary: 'prints where the guides are', run: docs },
]

/** Loaded when it is asked for: the other commands start without its libraries. */
async function mcp(given: Given, terminal: Terminal): Promise<boolean> {
  return (await import('./mcp/mcp.ts')).mcp(given, terminal)
}

async function docs(given: Given, { env, print }: Terminal): Promise<boolean> {
  const { address } = await keysOf(env, given.profile as string | undefined)
  print(`${address}/docs/integrate\n${address}/docs/notifications\n${address}/docs/reference\n${address}/openapi.json`)
  return true
}
