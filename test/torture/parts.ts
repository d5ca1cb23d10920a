// The parts of the torture: what each is called, what it does, how often when there is time for it, and its share of the time.
import type { Verdict } from '../notification/torture/faults.ts'
import { stormOfCallbacks } from './callbacks.ts'
import { killInALoop } from './kills.ts'
import { troubleTheLine } from './line.ts'
import { play } from './model/play.ts'
import { spendTwice } from './spend.ts'

export interface Ask {
  seed: number
  /** At least one. */
  rounds: number
  /** No other round is begun then, in the time of `performance`. */
  until: number
}

export interface Part {
  what: string
  /** null: as many as there is time for. */
  rounds: number | null
  weight: number
  play: (request: Ask) => Promise<Verdict>
}

export const PARTS: Record<string, Part> = {
  spend: {
    what: '2 to 64 callers request 60 of 100 at the same moment, at one and at two processes',
    rounds: 1_000,
    weight: 4,
    play: spendTwice,
  },
  gateway: {
    what: 'the gateway is killed under load',
    rounds: 100,
    weight: 6,
    play: request => killInALoop({ ...request, victim: 'gateway' }),
  },
  server: {
    what: 'PostgreSQL is killed under load',
    rounds: 50,
    weight: 4,
    play: request => killInALoop({ ...request, victim: 'server' }),
  },
  callbacks: {
    what: 'callbacks twenty times each, shuffled, too early, too late, contradictory',
    rounds: null,
    weight: 2,
    play: stormOfCallbacks,
  },
  line: {
    what: 'the line to the database is cut, stalls, loses COMMITs and their answers; the clock jumps',
    rounds: null,
    weight: 2,
    play: troubleTheLine,
  },
  model: {
    what: 'every verb in any order, every answer and every read against a simple reference',
    rounds: null,
    weight: 4,
    play,
  },
}
