// What a test gives verbs of cashouts that it calls by itself: what it does not name is harmless, and asks no PSP.
import { pino } from 'pino'
import type { CashoutDeps, Submission } from '#cashout/deps.ts'
import { settleCashouts } from '#cashout/settlement/settle.ts'
import { commitAttempts } from '#cashout/submission/attempt.ts'
import { recordAnswers } from '#cashout/submission/record-answers.ts'
import { DEFAULT_PRESSURE, openPressure } from '#kernel/concurrency/pressure.ts'
import { systemClock, systemRandom } from '#kernel/time.ts'
import { NO_ALERTS } from '../alerts.ts'

const nobody = () => Promise.reject(new Error('nobody is asked'))

export const cashoutDepsOf = (given: Pick<CashoutDeps, 'db'> & Partial<CashoutDeps>): CashoutDeps => ({
  outbox: { write: async (_tx, events) => events.map(() => []), send() {} },
  psps: { payOut: nobody, isCircuitOpen: async () => false, states: () => [], circuitOpen: () => [] },
  clock: systemClock,
  random: systemRandom,
  log: pino({ level: 'silent' }),
  alerts: NO_ALERTS,
  belowMinimum: 'MINIMUM_VALUE',
  strictPixKeys: false,
  pspTimeoutMs: 1_000,
  lookupWaitsMs: [1_000],
  pressure: openPressure(DEFAULT_PRESSURE),
  approvalCalls: { publicOnly: false, proxy: null, brand: 'test', openSecret: sealed => sealed },
  forgotten: async () => {},
  passAccountNumbers: async () => {},
  ...given,
})

/** Each for itself, not in batches. */
export const submissionOf = (deps: CashoutDeps): Submission => ({
  ...deps,
  commitAttempt: async key => (await commitAttempts(deps, [key]))[0] ?? null,
  settle: settlement => settleCashouts(deps, [settlement]),
  record: answer => recordAnswers(deps, [answer]),
  expire: async () => {},
})
