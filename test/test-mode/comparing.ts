// What somebody reads before and after the other side has done everything: nothing may be new in it. What changes without that is passed over,
// field by field and row by row; a whole route only where nothing of it can be compared.
import type { Read } from './reading.ts'

const MOMENT = /\d{4}-\d\d-\d\dT[\d:.]+Z/g

/** A moment that is not there yet may come meanwhile -> of what. */
const MOMENTS_COME: Record<string, string> = {
  'GET /api/credentials': 'the first use of a pair, such as that by which it is read',
  'GET /api/admin/psp/accounts': 'the last answer of a PSP, and the last reading of its lists',
  'GET /api/admin/recovery': 'the last reading of the lists of PSPs',
  'GET /api/admin/alert-channels': 'the last message',
}

/** What the gateway does by itself meanwhile, as it reads without moments, and how it reads then. */
const DONE_MEANWHILE: Record<string, [RegExp, string]> = {
  // An address for callbacks is registered within a minute.
  'GET /api/admin/psp/accounts': [/\{"trouble":"then"\}/g, '"then"'],
  // An alert is sent a moment later.
  'GET /api/admin/alert-channels': [/"waiting":\d+/g, '"waiting":0'],
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the wire says
type Row = any

interface Coming {
  /** Which rows. The cursor behind them is not compared either. */
  may: (row: Row, stranger: Stranger) => boolean
  why: string
}

interface Stranger {
  name: 'live' | 'test'
  accountId: number
}

const isReading = ({ method }: Row): boolean => method === 'GET'
/** A line of a file, or a row. */
const isSignIn = (row: Row, { name }: Stranger): boolean =>
  name === 'test' && (typeof row === 'string' ? row.includes(';session.opened;') : row.action === 'session.opened')

/** Rows that come by themselves, or belong to both. */
const ROWS_COME: Record<string, Coming> = {
  'GET /api/events': { may: () => false, why: 'its cursor counts the events of every account' },
  'GET /api/requests': { may: isReading, why: 'it has the reading, too' },
  'GET /api/public/requests': { may: isReading, why: 'it has the reading, too' },
  'GET /api/audit': { may: isSignIn, why: 'the people of a live account sign in to its test account as well' },
  'GET /api/audit/export.csv': {
    may: isSignIn,
    why: 'the people of a live account sign in to its test account as well',
  },
  'GET /api/admin/audit': {
    may: ({ userId }, { accountId }) => userId !== accountId,
    why: 'the audit log of the gateway hides nothing',
  },
}

const READINGS = 'one number, which counts the reading, too'
/** Nothing of it can be compared -> why. */
const NOT_COMPARED: Record<Stranger['name'], Record<string, string>> = {
  live: {
    'GET /api/admin/audit/totals': 'one number, which counts what is done in test mode, too',
    'GET /api/requests/totals': READINGS,
  },
  test: {
    'GET /api/requests/totals': READINGS,
    'GET /api/audit/totals': 'one number, which counts who has signed in',
    'GET /api/members': 'they are those of the live account: who has come in there, is in',
  },
}

/** Each as the route and what is new in it. */
export function newIn(before: Read[], after: Read[], stranger: Stranger): string[] {
  const texts = new Map(before.map(({ route, text }) => [route, text]))
  return after
    .filter(({ route }) => !(route in NOT_COMPARED[stranger.name]))
    .flatMap(({ route, text }) => {
      const [was, is] = [texts.get(route) ?? '', text].map(one => withoutMoments(route, one)) as [string, string]
      const coming = ROWS_COME[route]
      if (coming === undefined) return was === is ? [] : [`${route}: ${is} (before: ${was})`]
      const known = new Set(rowsIn(was).map(row => JSON.stringify(row)))
      const added = rowsIn(is).filter(row => !known.has(JSON.stringify(row)) && !coming.may(row, stranger))
      return added.map(row => `${route}: ${JSON.stringify(row)}`)
    })
}

function withoutMoments(route: string, text: string): string {
  const masked = text.replaceAll(MOMENT, 'then')
  const whole = route in MOMENTS_COME ? masked.replaceAll('null', '"then"') : masked
  const meanwhile = DONE_MEANWHILE[route]
  return meanwhile === undefined ? whole : whole.replaceAll(...meanwhile)
}

const rowsIn = (text: string): Row[] => (text.startsWith('{') ? JSON.parse(text).data : text.split('\n'))
