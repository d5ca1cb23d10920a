// Registers the callback addresses at each PSP: once, again when its account has changed, and again when the PSP has lost the
// address. Received Pix are registered for a PIX key, recurrences and debits for a receiver: two PSP accounts of one receiver share
// those, so that an address of either is right. It remembers its registrations for as long as the process lives.
import { aboutPsp } from '#kernel/alert-subject.ts'
import { HOUR_MS } from '#kernel/time.ts'
import type { Opening } from '../deps.ts'
import type { Opened } from '../open-account.ts'
import type { Outcome } from '../port.ts'
import { RECURRENCE_SUBJECTS, type RecurrenceSubject } from '../recurrence/port.ts'

const PIX_CALLBACKS = 'pix'
/** The suffix that the PSP appends to the address. */
export type CallbackSubject = typeof PIX_CALLBACKS | RecurrenceSubject

/** A PSP where a registration failed. */
export interface NotRegistered {
  pspAccountId: number
  name: string
  subject: CallbackSubject
  reason: string
}

/** How the latest registration went in this process; null: it is registered. */
export type RegistrationStates = Partial<Record<CallbackSubject, { trouble: string | null }>>

export interface Registration {
  /** Registers in every case; null: all is registered. */
  registerById(pspAccountId: number, publicUrl: string): Promise<NotRegistered | null>
  /** Registers what is due; answers what failed. */
  keepRegistered(account: { id: number; version: number }, publicUrl: string): Promise<NotRegistered[]>
  statesOf(pspAccountId: number): RegistrationStates
}

/** A PSP that does not report the registered address is taken to have it for this long. */
const BELIEVED_MS = HOUR_MS
/** After this many failures in a row an alert is raised; they are a minute apart. */
const ALERT_AT_FAILURE = 5

const pathOf = (publicUrl: string) => `${publicUrl}/callbacks/psp/`

export const addressOf = ({ callbackToken }: Pick<Opened, 'callbackToken'>, publicUrl: string): string =>
  `${pathOf(publicUrl)}${callbackToken}`

interface State {
  /** Of the account that was registered; null: none is. */
  version: number | null
  /** When the registration was last confirmed. */
  rightAt: Date
  trouble: string | null
  failures: number
  /** Whether an alert was raised since it was last registered. */
  isRaised: boolean
}

export function openRegistration(
  deps: Pick<Opening, 'alerts' | 'clock' | 'log'> & {
    find: (pspAccountId: number) => Promise<Opened>
    /** The PSP account whose callback address has this token; null: none of ours. */
    findByToken: (token: string) => Promise<Pick<Opened['account'], 'baseUrl'> | null>
  },
): Registration {
  const { find, findByToken, clock, log, alerts } = deps
  const states = new Map<string, State>()

  async function register(one: Opened, subject: CallbackSubject, publicUrl: string): Promise<NotRegistered | null> {
    const outcome = await (subject === 'pix'
      ? one.psp.registerCallbacks(addressOf(one, publicUrl))
      : registerShared(one, subject, publicUrl))
    return recordOutcome(one, subject, outcome)
  }

  /** Another account of the same receiver may have registered it. */
  async function registerShared(one: Opened, subject: RecurrenceSubject, publicUrl: string): Promise<Outcome<true>> {
    const { recurrences } = one.psp
    if (recurrences === undefined) return { kind: 'done', value: true }
    const found = await recurrences.findCallbacks(subject)
    if (found.kind === 'done' && (await isOurs(found.value, one, publicUrl))) return { kind: 'done', value: true }
    return recurrences.registerCallbacks(subject, addressOf(one, publicUrl))
  }

  async function isOurs(address: string | null, { account }: Opened, publicUrl: string): Promise<boolean> {
    const path = pathOf(publicUrl)
    if (address?.startsWith(path) !== true) return false
    const owner = await findByToken(address.slice(path.length).replace(/\/$/, ''))
    return owner?.baseUrl === account.baseUrl
  }

  function recordOutcome(one: Opened, subject: CallbackSubject, outcome: Outcome<true>): NotRegistered | null {
    const { id, name, version } = one.account
    const key = keyOf(id, subject)
    if (outcome.kind === 'done') {
      // Also at the first time: another process may have raised it, or this one before it was started again.
      if (states.get(key)?.failures !== 0) alerts.resolve('CALLBACKS_NOT_REGISTERED', aboutPsp(id), { subject })
      states.set(key, { version, rightAt: clock(), trouble: null, failures: 0, isRaised: false })
      return null
    }
    const { reason } = outcome
    const before = states.get(key)
    const failures = (before?.failures ?? 0) + 1
    const isRaised = before?.isRaised ?? false
    // A PSP that does not answer at all has an alert of its own.
    const isDue = !isRaised && failures >= ALERT_AT_FAILURE && !one.breaker.turnsAway()
    states.set(key, { version: null, rightAt: clock(), trouble: reason, failures, isRaised: isRaised || isDue })
    if (isDue) alerts.raise('CALLBACKS_NOT_REGISTERED', { pspAccountId: id, subject, trouble: reason }, aboutPsp(id))
    return { pspAccountId: id, name, subject, reason }
  }

  async function keep(one: Opened, subject: CallbackSubject, publicUrl: string): Promise<NotRegistered | null> {
    const known = states.get(keyOf(one.account.id, subject))
    if (known?.version !== one.account.version) return register(one, subject, publicUrl)
    const isBelieved = clock().getTime() - known.rightAt.getTime() < BELIEVED_MS
    return isBelieved ? null : compare(one, subject, publicUrl, known)
  }

  async function compare(
    one: Opened,
    subject: CallbackSubject,
    publicUrl: string,
    known: State,
  ): Promise<NotRegistered | null> {
    // A PSP that does not answer this query is asked again in an hour: the address was registered, after all.
    known.rightAt = clock()
    const found = await (subject === 'pix' ? one.psp.findCallbacks() : one.psp.recurrences?.findCallbacks(subject))
    if (found?.kind !== 'done' || isSame(found.value, addressOf(one, publicUrl))) return null
    if (subject !== 'pix' && (await isOurs(found.value, one, publicUrl))) return null
    const { id, name } = one.account
    log.info({ pspAccountId: id, name, subject }, 'a PSP had lost where to call back, and is told again')
    return register(one, subject, publicUrl)
  }

  // One account that cannot even be opened must not keep the others from being registered.
  const opened = (pspAccountId: number): Promise<Opened | NotRegistered> =>
    find(pspAccountId).catch((error: Error) => ({
      pspAccountId,
      name: `PSP account ${pspAccountId}`,
      subject: PIX_CALLBACKS,
      reason: error.message,
    }))

  return {
    async registerById(pspAccountId, publicUrl) {
      const one = await opened(pspAccountId)
      if (!('psp' in one)) return one
      const troubles = await Promise.all(subjectsOf(one).map(subject => register(one, subject, publicUrl)))
      return troubles.find(trouble => trouble !== null) ?? null
    },
    async keepRegistered({ id }, publicUrl) {
      const one = await opened(id)
      if (!('psp' in one)) return [one]
      const troubles = await Promise.all(subjectsOf(one).map(subject => keep(one, subject, publicUrl)))
      return troubles.filter(trouble => trouble !== null)
    },
    statesOf(pspAccountId) {
      const found = (['pix', ...RECURRENCE_SUBJECTS] as const).flatMap(subject => {
        const state = states.get(keyOf(pspAccountId, subject))
        return state === undefined ? [] : [[subject, { trouble: state.trouble }]]
      })
      return Object.fromEntries(found)
    },
  }
}

const keyOf = (id: number, subject: CallbackSubject) => `${id}/${subject}`

const subjectsOf = ({ psp }: Opened): CallbackSubject[] =>
  psp.recurrences === undefined ? ['pix'] : ['pix', ...RECURRENCE_SUBJECTS]

const isSame = (address: string | null, ours: string) =>
  address !== null && URL.parse(address)?.href === URL.parse(ours)?.href
