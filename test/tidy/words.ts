// The words that names no longer use, each with the word that took its place; in tests too. The standard words are in docs/glossary.md. What the
// contract or a stored row is called keeps its name, and is listed here with its reason.
import { declaredNames } from './names.ts'
import { lineAt, type Source } from './sources.ts'

/** A word within a name -> what to write instead. */
const WORDS: Record<string, string> = {
  airbag: 'velocity limit',
  alarm: 'alert',
  alarms: 'alerts',
  arrival: 'incoming payment',
  arrivals: 'incoming payments',
  beat: 'heartbeat',
  born: 'pendingDeliveries, createdAt or startedAt',
  contradict: 'conflict',
  contradicts: 'conflicts',
  cover: 'coverage',
  deed: 'action (audit) or command (proposals)',
  deeds: 'actions (audit) or commands (proposals)',
  desk: 'operator',
  door: 'route, server or access',
  doors: 'routes',
  fate: 'disposition or outcome',
  ground: 'infrastructure or gateway',
  grounds: 'infrastructure or gateways',
  hands: 'inFlight or workers',
  hopeless: 'feesExceedAmount or isPermanent',
  house: 'gateway, operator or suspense account',
  hungry: 'needsRefill',
  hurry: 'prioritise',
  impossible: 'invalidPixKey or isInvalid',
  inquire: 'pollStatus',
  lacking: 'shortfall',
  lift: 'release',
  lifted: 'released',
  news: 'events, changes or reports',
  noting: 'recorderOf',
  outflow: 'velocity',
  parked: 'paused or heldBack',
  patience: 'timeout, failureThreshold or overdue',
  pulse: 'heartbeat',
  rested: 'opened, as of a circuit',
  resting: 'circuitOpen, paused or leftAlone',
  rests: 'circuitOpen or paused',
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
  untold: 'unpublished or notRegistered',
}

/** A form of a whole name -> what to write instead; in some folders only where the word means something else elsewhere. */
const FORMS: [form: RegExp, instead: string, where?: string[]][] = [
  [/Needs$/, 'Deps'],
  [/^needs(?:Of)?$/, 'deps, required or requiredFields'],
  [/^(?:most|least)(?:[A-Z]|$)|^(?:MOST|LEAST)$/, 'max or min'],
  [/[gG]o(?:ne|ing)Back|[wW]entBack|^(?:GONE|WENT)_BACK$|^isAllGone$/, 'refunded, returned or pendingReturn'],
  [
    /^claim(?:s|ed|[A-Z]\w*)?$|^Claim(?:ed[A-Z]\w*)?$|[a-z]Claimed$/,
    'lease (of due rows), balance claim (of the ledger)',
    ['src/'],
  ],
  [
    /^(?:isW|w)anted(?:_centavos)?$|^Wanted$/,
    'target (of a balance claim), where (of a list), or what it is',
    ['src/'],
  ],
  [/^keepAside$/, 'bookAsUnmatched'],
  [/^note(?:s|d|[A-Z]\w*)?$|^Note$/, 'record, or recordAction', ['src/']],
  [/^[rR]eceipts?$|^Receipt[A-Z]/, 'incoming payment', ['src/sale/', 'src/psp/', 'src/ledger/', 'src/dispute/']],
  [/^Held(?!Back)|^isHeld$/, 'AcceptedCashout, isAccepted', ['src/cashout/']],
  [/^waits?$|^Wait[A-Z]|^wait(?:Until|Hours)$/, 'approval, or approval requirement', ['src/cashout/']],
  [/^(?:isS|s)topped$/, 'payoutsBlocked', ['src/cashout/', 'src/outgoing/']],
  [/[uU]nsent|[lL]etGo|withBriefLocks/, 'releaseForSubmission, endBeforeSubmission', ['src/cashout/']],
  [/^[pP]roof|[a-z]Proof$/, 'step-up', ['src/access/', 'src/http/', 'panel/src/']],
  [/[sS]ilence/, 'expiry, or unresponsive', ['src/notification/', 'src/cluster/', 'src/recovery/']],
  [/^known$/, 'context or params', ['src/alert/', 'src/alert-channel/', 'src/kernel/failure.ts']],
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
  {
    names: /^facts?$/,
    where: ['panel/src/', 'test/tidy/guides.ts'],
    because: 'the labelled figures of a page, and what guides must have in common',
  },
  {
    names: /fate/i,
    where: ['sandbox/', 'test/'],
    because: 'the field `fate` of the sandbox bank, by which tests script an outcome',
  },
  { names: /^tell/, where: ['sandbox/'], because: 'settings of the sandbox bank that its callers send' },
  {
    names: /outflow/,
    where: [
      'src/payout-rule/',
      'panel/src/api/operator/accounts.ts',
      'panel/src/operator/account/terms/velocity-limits-section.tsx',
    ],
    because: 'the field `outflow` of payout rules, and its columns',
  },
  { names: /^told$/, where: ['panel/src/api/operator/psps.ts'], because: 'a field of the API' },
  { names: /^(?:alarm|rung|said)$/, where: ['src/alert/store.ts'], because: 'the table `alarm` and its columns' },
  { names: /^told$/, where: ['src/alert/catalogue/'], because: 'a parameter of alerts, which their rows keep' },
  { names: /^said$/, where: ['src/outgoing/store.ts'], because: 'a field of the API' },
  { names: /^said$/, where: ['src/doctor/'], because: 'a field of the API' },
  {
    names: /[cC]laim/,
    where: ['src/ledger/', 'src/dispute/', 'src/sale/dispute/', 'src/alert/catalogue/dispute.ts'],
    because: 'balance claims, of the ledger and of disputes',
  },
  { names: /^claimOf$/, where: ['src/hold/order/order.ts'], because: 'the balance claim of an order' },
  {
    names: /[gG]rounds?$|GROUNDS$/,
    where: ['src/privacy/'],
    because: 'the legal ground on which personal data is kept',
  },
  { names: /^ground$/, where: ['src/checkout/look/look.ts'], because: 'the colour behind a page' },
  { names: /^house_?[aA]pi/, where: ['src/account/account.ts'], because: 'the column `house_api_cashout_enabled`' },
  { names: /^house$/, where: ['src/doctor/trial-balance/store.ts'], because: 'a field of the API' },
  { names: /^isHouse$/, where: ['test/doctor/trial-balance.test.ts'], because: 'a field of the API' },
  { names: /^known$/, where: ['src/alert/store.ts'], because: 'the column `known`' },
  {
    names: /^lifted/,
    where: ['test/hold/holding.ts'],
    because: 'the column `lifted_centavos`, and a field of the API',
  },
  {
    names: /^mostHourCents$/,
    where: [
      'src/payout-rule/rule.ts',
      'panel/src/operator/account/terms/velocity-limits-section.tsx',
      'test/outgoing/payouts.test.ts',
      'test/panel/operator.test.ts',
    ],
    because: 'a field of the API',
  },
  {
    names: /^notes?$/,
    where: ['src/hold/order/store.ts', 'src/legal-request/'],
    because: 'a person’s note: columns, and fields of the API',
  },
  {
    names: /^notes$/,
    where: ['src/mail/letter.ts', 'src/member/letters/account.ts'],
    because: 'the notes below a letter',
  },
  { names: /^pulse/, where: ['test/recovery/'], because: 'the columns `pulse` and `pulse_at`' },
  {
    names: /^receipt$/,
    where: ['src/sale/incoming-payment/raise-unmatched.ts'],
    because: 'a parameter of alerts, which their rows keep',
  },
  { names: /^receipt$/, where: ['src/sale/movement/store.ts'], because: 'a field of the API' },
  { names: /^resting$/, where: ['panel/src/operator/start/use-figures.tsx'], because: 'a field of the API' },
  { names: /^restsUntil$/, where: ['src/notification/receivers/'], because: 'a field of the API' },
  {
    names: /^(?:alarm|rung|said)$/,
    where: [
      'test/admin/alert-catalogue.test.ts',
      'test/cashout/velocity-limits.test.ts',
      'test/dispute/people.test.ts',
      'test/notification/notices.test.ts',
      'test/recurrence/books.test.ts',
      'test/sale/incoming.ts',
      'test/sale/psp-trouble-ladder.test.ts',
      'test/sale/reported-refunds.test.ts',
      'test/start/tls-files.test.ts',
    ],
    because: 'the table `alarm` and its columns, and a field of the API',
  },
  { names: /^unasked$/, where: ['test/life/giving-back.ts'], because: 'a field of the API' },
  { names: /^told_?[sS]ince$/, where: ['src/cashout/anomaly/store.ts'], because: 'the column `told_since`' },
  {
    names: /^lacking/,
    where: ['src/doctor/ledger/balance.ts', 'src/ledger/store.ts', 'src/reconciliation/figures-store.ts'],
    because: 'the column `lacking_centavos`, and the metric of its sum',
  },
  { names: /^lacking$/, where: ['test/hold/holding.ts'], because: 'a field of the API' },
  {
    names: /^pulse/,
    where: ['src/recovery/'],
    because: 'the columns `pulse` and `pulse_at`, and the file of the installation',
  },
]

const partsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[_-]/)

function insteadOf(path: string, name: string): string | null {
  const word = partsOf(name).find(part => Object.hasOwn(WORDS, part))
  if (word !== undefined) return `"${word}" is now ${WORDS[word]}`
  const form = FORMS.find(([pattern, , where]) => pattern.test(name) && isWithin(path, where))
  return form === undefined ? null : `write ${form[1]}`
}

const isWithin = (path: string, where = ['']): boolean => where.some(prefix => path.startsWith(prefix))

const exceptionOf = (path: string, name: string): Exception | undefined =>
  EXCEPTIONS.find(({ names, where }) => names.test(name) && isWithin(path, where))

interface OldName {
  line: number
  name: string
  instead: string
}

function oldNamesIn(source: Source): OldName[] {
  const file = (source.path.split('/').at(-1) ?? '').replace(/\..*$/, '')
  return [{ name: file, start: 0 }, ...declaredNames(source)].flatMap(({ name, start }) => {
    const instead = insteadOf(source.path, name)
    return instead === null ? [] : [{ line: lineAt(source.text, start), name, instead }]
  })
}

export const oldWordsIn = (source: Source): string[] =>
  oldNamesIn(source)
    .filter(({ name }) => exceptionOf(source.path, name) === undefined)
    .map(({ line, name, instead }) => `${source.path}:${line} ${name}: ${instead} (docs/glossary.md)`)

/** An exception is needed in each of its places, and in a folder only where more than one of its files needs it. */
export function needlessWordExceptions(sources: Source[]): string[] {
  const uses = sources.flatMap(source =>
    oldNamesIn(source).map(({ name }) => ({ path: source.path, exception: exceptionOf(source.path, name) })),
  )
  return EXCEPTIONS.flatMap(exception =>
    exception.where.flatMap(place => {
      const { names, because } = exception
      const files = new Set(
        uses.filter(use => use.exception === exception && use.path.startsWith(place)).map(({ path }) => path),
      )
      const [only] = files
      if (only === undefined) return [`the exception ${names} (${because}) is not needed any more in ${place}`]
      return files.size === 1 && only !== place ? [`the exception ${names} in ${place} is needed in ${only} alone`] : []
    }),
  )
}
