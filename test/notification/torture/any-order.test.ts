// Whatever happens in whatever order, the engine sends what a simple reference says may be sent, and logs what was answered.
// A failure prints the seed and the path that replay it.
import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { openDatabase } from '#db/postgres.ts'
import { MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import { freshDatabase } from '../../house.ts'
import { openStage, type Stage } from './stage.ts'

const SEED = Number(process.env.TORTURE_SEED ?? 1)
const RUNS = Number(process.env.TORTURE_RUNS ?? 40)
const MOST_MS = Number(process.env.TORTURE_MS ?? 20_000)

type Command = [name: string, ...given: (number | boolean | null)[]]

const status = fc.constantFrom(200, 204, 400, 422, 500, 503, 503, null, null)
const place = fc.nat({ max: 20 })
const webhook = fc.nat({ max: 1 })
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constant('emit'), fc.integer({ min: 1, max: 4 }), fc.boolean()) },
  { weight: 8, arbitrary: fc.tuple(fc.constant('answer'), place, status) },
  { weight: 3, arbitrary: fc.tuple(fc.constant('answer all'), status) },
  {
    weight: 4,
    arbitrary: fc.tuple(fc.constant('pass'), fc.constantFrom(5 * SECOND_MS, 40 * SECOND_MS, 7 * MINUTE_MS)),
  },
  { weight: 4, arbitrary: fc.tuple(fc.constant('settle')) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('resend'), place) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('resend missed'), webhook) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('switch off'), webhook, fc.boolean()) },
  // What was answered is not in the log yet when it is switched off.
  { weight: 1, arbitrary: fc.tuple(fc.constant('answer and switch off'), webhook, status) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('switch on'), webhook) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('die')) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('be thought dead')) },
) as fc.Arbitrary<Command>

/** A moment that chance seldom finds. */
const ANSWERED_AND_NOT_LOGGED = [200, 503].map((given): [Command[], number] => [
  [
    ['emit', 1, true],
    ['emit', 2, true],
    ['answer and switch off', 0, given],
  ],
  200,
])

const deeds: Record<string, (stage: Stage, ...given: never[]) => unknown> = {
  emit: (stage, count: number, handedOver: boolean) => stage.emit(count, handedOver),
  answer: (stage, at: number, given: number | null) => stage.answer(at, given),
  'answer all': (stage, given: number | null) => stage.answerAll(given),
  pass: (stage, ms: number) => stage.pass(ms),
  settle: stage => stage.settle(),
  resend: (stage, at: number) => stage.resend(at),
  'resend missed': (stage, at: number) => stage.resendMissed(at),
  'switch off': (stage, at: number, byHouse: boolean) => stage.switchOff(at, byHouse ? 'house' : 'seller'),
  'answer and switch off': (stage, at: number, given: number | null) => {
    stage.answerAll(given)
    return stage.switchOff(at, 'house')
  },
  'switch on': (stage, at: number) => stage.switchOn(at),
  die: stage => stage.die(),
  'be thought dead': stage => stage.beThoughtDead(),
}

test(`any order of events, answers, resends, switches and deaths, seed ${SEED}`, async t => {
  await using parts = new AsyncDisposableStack()
  const { connection, drop } = await freshDatabase()
  parts.defer(drop)
  const db = openDatabase(connection, 10)
  parts.defer(() => db.close())
  let plays = 0

  const play = async (commands: Command[], last: number): Promise<void> => {
    plays++
    const stage = await openStage(db)
    let failure: unknown = null
    try {
      for (const [name, ...given] of commands) await deeds[name]?.(stage, ...(given as never[]))
    } catch (error) {
      failure = error
    }
    const wrong = await stage.end(last)
    if (failure !== null) throw failure
    assert.deepEqual(wrong, [])
  }

  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 8, maxLength: 40 }), fc.constantFrom(200, 503), play),
    {
      examples: ANSWERED_AND_NOT_LOGGED,
      ...{ seed: SEED, numRuns: RUNS, interruptAfterTimeLimit: MOST_MS, markInterruptAsFailure: false },
    },
  )
  t.diagnostic(`${plays} plays`)
})
