// The words that names no longer use, each with the word that took its place. The standard words are in docs/glossary.md. What the contract
// or a stored row is called keeps its name, and is listed here with its reason.
import { declaredNames } from './names.ts'
import { lineAt, type Source } from './sources.ts'

/** A word within a name -> what to write instead. */
const WORDS: Record<string, string> = {
  airbag: 'velocity limit',
  alarm: 'alert',
  alarms: 'alerts',
  arrival: 'incoming payment',
  arrivals: 'incoming payments',
  born: 'pendingDeliveries, createdAt or startedAt',
  contradict: 'conflict',
  contradicts: 'conflicts',
  deed: 'action (audit) or command (proposals)',
  deeds: 'actions (audit) or commands (proposals)',
  desk: 'operator',
  door: 'route, server or access',
  doors: 'routes',
  fate: 'disposition or outcome',
  hopeless: 'feesExceedAmount or isPermanent',
  hungry: 'needsRefill',
  hurry: 'prioritise',
  inquire: 'pollStatus',
  lacking: 'shortfall',
  news: 'events, changes or reports',
  outflow: 'velocity',
  parked: 'paused or heldBack',
  patience: 'timeout, failureThreshold or overdue',
  pulse: 'heartbeat',
  ring: 'raise',
  rota: 'fairScheduler',
  rung: 'raised',
  said: 'message',
  tell: 'publish, report, record or mail',
  tells: 'publishes, reports, records or mails',
  together: 'batched',
  told: 'published, reported or message',
  unaccepted: 'unmatched',
  unasked: 'pspInitiated',
}

/** A form of a whole name -> what to write instead. */
const FORMS: [form: RegExp, instead: string][] = [
  [/Needs$/, 'Deps'],
  [/^ask$|^asks$|[a-z]Ask$/, 'request or input'],
  [/^(?:MOST|LONGEST)_/, 'MAX_'],
  [/^(?:LEAST|SHORTEST)_/, 'MIN_'],
  [/^USUAL_/, 'DEFAULT_'],
  [/^facts?$/, 'event, or what it says'],
  [/^(?:openHouse|openTestHouse|TestHouse)$/, 'gateway'],
]

interface Exception {
  names: RegExp
  /** Path prefixes. */
  where: string[]
  because: string
}

const EXCEPTIONS: Exception[] = [
  { names: /^facts?$/, where: ['panel/src/'], because: 'the labelled figures of a page' },
  {
    names: /fate/i,
    where: ['sandbox/', 'test/sandbox/', 'test/storm/'],
    because: 'the field `fate` of the sandbox bank, by which tests script an outcome',
  },
  { names: /^tell/, where: ['sandbox/'], because: 'settings of the sandbox bank that its callers send' },
  { names: /outflow/, where: ['src/', 'panel/src/'], because: 'the field `outflow` of payout rules, and its columns' },
  { names: /^told$/, where: ['panel/src/api/operator/psps.ts'], because: 'a field of the API' },
  { names: /^(?:alarm|rung|said)$/, where: ['src/alert/store.ts'], because: 'the table `alarm` and its columns' },
  { names: /^told$/, where: ['src/alert/catalogue/'], because: 'a parameter of alerts, which their rows keep' },
  { names: /^said$/, where: ['src/notification/notices/store.ts'], because: 'a column of `notice`' },
  { names: /^said$/, where: ['src/outgoing/store.ts'], because: 'a field of the API' },
  { names: /^said$/, where: ['src/doctor/'], because: 'a field of the API' },
  { names: /^told_?[sS]ince$/, where: ['src/cashout/anomaly/store.ts'], because: 'the column `told_since`' },
  { names: /^lacking/, where: ['src/'], because: 'the column `lacking_centavos`, and the metric of its sum' },
  { names: /^lacking$/, where: ['test/hold/'], because: 'a field of the API' },
  {
    names: /^pulse/,
    where: ['src/recovery/'],
    because: 'the columns `pulse` and `pulse_at`, and the file of the installation',
  },
]

const CHECKED = /^(?:src|panel|sandbox|sdk|scripts)\//
/** Where only what other files read is checked: names of files, and what they export. */
const EXPORTS_CHECKED = /^(?:test|bench)\//

const partsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[_-]/)

function insteadOf(name: string): string | null {
  const word = partsOf(name).find(part => Object.hasOwn(WORDS, part))
  if (word !== undefined) return `"${word}" is now ${WORDS[word]}`
  const form = FORMS.find(([pattern]) => pattern.test(name))
  return form === undefined ? null : `write ${form[1]}`
}

const exceptionOf = (path: string, name: string): Exception | undefined =>
  EXCEPTIONS.find(({ names, where }) => names.test(name) && where.some(prefix => path.startsWith(prefix)))

interface OldName {
  line: number
  name: string
  instead: string
}

function oldNamesIn(source: Source): OldName[] {
  const isWhole = CHECKED.test(source.path)
  if (!isWhole && !EXPORTS_CHECKED.test(source.path)) return []
  const file = (source.path.split('/').at(-1) ?? '').replace(/\..*$/, '')
  const declared = declaredNames(source).filter(({ isExported }) => isWhole || isExported)
  return [{ name: file, start: 0 }, ...declared].flatMap(({ name, start }) => {
    const instead = insteadOf(name)
    return instead === null ? [] : [{ line: lineAt(source.text, start), name, instead }]
  })
}

export const oldWordsIn = (source: Source): string[] =>
  oldNamesIn(source)
    .filter(({ name }) => exceptionOf(source.path, name) === undefined)
    .map(({ line, name, instead }) => `${source.path}:${line} ${name}: ${instead} (docs/glossary.md)`)

export function needlessWordExceptions(sources: Source[]): string[] {
  const used = new Set(sources.flatMap(source => oldNamesIn(source).map(({ name }) => exceptionOf(source.path, name))))
  return EXCEPTIONS.filter(exception => !used.has(exception)).map(
    ({ names, because }) => `the exception ${names} (${because}) is not needed any more`,
  )
}
