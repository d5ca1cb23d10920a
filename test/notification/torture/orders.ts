// Whatever happens in whatever order, the engine sends what a simple reference says may be sent, and logs what was answered. Several plays
// run in parallel, each on a database of its own, because most of a play is waiting.
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { openDatabase } from '#db/postgres.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import { freshDatabase } from '../../gateway.ts'
import type { Verdict } from './faults.ts'
import { openStage, type Stage } from './stage.ts'

type Given = string | number | boolean | null
type Command = [name: string, ...given: Given[]]

const status = fc.constantFrom(200, 204, 400, 410, 422, 500, 503, 503, null, null)
const place = fc.nat({ max: 20 })
const webhook = fc.nat({ max: 1 })
const kind = fc.constantFrom('sale', 'sale', 'sale', 'cart')
const CHOICES = { sales: ['sale.paid'], carts: ['cart.abandoned'], both: ['sale.paid', 'cart.abandoned'] } as const
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constant('emit'), kind, fc.integer({ min: 1, max: 4 }), fc.boolean()) },
  { weight: 8, arbitrary: fc.tuple(fc.constant('answer'), place, status) },
  { weight: 3, arbitrary: fc.tuple(fc.constant('answer all'), status) },
  {
    weight: 4,
    arbitrary: fc.tuple(
      fc.constant('pass'),
      fc.constantFrom(5 * SECOND_MS, 40 * SECOND_MS, 7 * MINUTE_MS, 25 * HOUR_MS),
    ),
  },
  { weight: 4, arbitrary: fc.tuple(fc.constant('settle')) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('resend'), place) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('resend missed'), webhook) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('switch off'), webhook, fc.boolean()) },
  // What was answered is not in the log yet when it is switched off.
  { weight: 1, arbitrary: fc.tuple(fc.constant('answer and switch off'), webhook, status) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('switch on'), webhook) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('rotate'), webhook) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('activate'), webhook) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('choose'), webhook, fc.constantFrom('sales', 'carts', 'both')) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('replace'), webhook) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('die')) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('be thought dead')) },
) as fc.Arbitrary<Command>

/** A moment that chance seldom finds. */
const ANSWERED_AND_NOT_LOGGED = [200, 503].map((given): [Command[], number] => [
  [
    ['emit', 'sale', 1, true],
    ['emit', 'sale', 2, true],
    ['answer and switch off', 0, given],
  ],
  200,
])

const verbs: Record<string, (stage: Stage, ...given: never[]) => unknown> = {
  emit: (stage, kind: 'sale' | 'cart', count: number, handedOver: boolean) => stage.emit(kind, count, handedOver),
  answer: (stage, at: number, given: number | null) => stage.answer(at, given),
  'answer all': (stage, given: number | null) => stage.answerAll(given),
  pass: (stage, ms: number) => stage.pass(ms),
  settle: stage => stage.settle(),
  resend: (stage, at: number) => stage.resend(at),
  'resend missed': (stage, at: number) => stage.resendMissed(at),
  'switch off': (stage, at: number, byGateway: boolean) => stage.switchOff(at, byGateway ? 'house' : 'seller'),
  'answer and switch off': (stage, at: number, given: number | null) => {
    stage.answerAll(given)
    return stage.switchOff(at, 'house')
  },
  'switch on': (stage, at: number) => stage.switchOn(at),
  rotate: (stage, at: number) => stage.rotate(at),
  activate: (stage, at: number) => stage.activate(at),
  choose: (stage, at: number, choice: keyof typeof CHOICES) => stage.choose(at, [...CHOICES[choice]]),
  replace: (stage, at: number) => stage.replace(at),
  die: stage => stage.die(),
  'be thought dead': stage => stage.beThoughtDead(),
}

export interface PlayRequest {
  seed: number
  /** Plays altogether, and how long at most. */
  runs: number
  maxMs: number
  /** How many at the same time. */
  beside: number
}

export async function playInAnyOrder({ seed, runs, maxMs, beside }: PlayRequest): Promise<Verdict> {
  const seeds = Array.from({ length: beside }, (_, n) => seed * beside + n)
  const verdicts = await Promise.all(seeds.map(each => playAlone(each, Math.ceil(runs / beside), maxMs)))
  const plays = verdicts.reduce((sum, verdict) => sum + verdict.plays, 0)
  return { message: `${plays} plays`, wrong: verdicts.flatMap(({ wrong }) => wrong) }
}

async function playAlone(seed: number, runs: number, maxMs: number): Promise<{ plays: number; wrong: string[] }> {
  await using resources = new AsyncDisposableStack()
  const { connection, drop } = await freshDatabase()
  resources.defer(drop)
  const db = openDatabase(connection, 10)
  resources.defer(() => db.close())
  let plays = 0

  const play = async (commands: Command[], last: number): Promise<void> => {
    plays++
    const stage = await openStage(db)
    let failure: unknown = null
    try {
      for (const [name, ...given] of commands) await verbs[name]?.(stage, ...(given as never[]))
    } catch (error) {
      failure = error
    }
    const wrong = await stage.end(last)
    if (failure !== null) throw failure
    assert.deepEqual(wrong, [])
  }

  const property = fc.asyncProperty(fc.array(command, { minLength: 8, maxLength: 40 }), fc.constantFrom(200, 503), play)
  const bounds = { seed, numRuns: runs, interruptAfterTimeLimit: maxMs, markInterruptAsFailure: false }
  const details = await fc.check(property, { examples: ANSWERED_AND_NOT_LOGGED, ...bounds })
  return { plays, wrong: details.failed ? [`${fc.defaultReportMessage(details)}\n${details.errorInstance}`] : [] }
}
