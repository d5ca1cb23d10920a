// What commands share: a request to the gateway and to the reference, and judging the one by the other.
import assert from 'node:assert/strict'
import type fc from 'fast-check'
import type { Answer } from '../../http.ts'
import { compare } from './reads.ts'
import type { Reference } from './reference.ts'
import type { Stage } from './stage.ts'
import type { ExpectedAnswer, Made } from './things.ts'

export type Command = fc.AsyncCommand<Reference, Stage>

type Does = (reference: Reference, stage: Stage) => Promise<unknown>

/** Left out where there is nothing that it could be done to. */
export function command(
  name: string,
  given: object,
  does: Does,
  can: (reference: Reference) => boolean = () => true,
): Command {
  return {
    check: can,
    async run(reference, stage) {
      await does(reference, stage)
      await compare(reference, stage)
    },
    toString: () => `${name} ${JSON.stringify(given)}`,
  }
}

export const among = <T>(list: T[], at: number): T => list[at % list.length] as T

/** By the shape of its endpoint the code is elsewhere. */
export const codeOf = ({ body }: Answer): string | undefined =>
  body?.code ?? body?.errorType ?? body?.error?.code ?? body?.error

export type Replayed = ExpectedAnswer & { replayed?: boolean }

export function assertAnswer(answer: Answer, expected: Replayed): void {
  assert.equal(answer.status, expected.status, `expected ${JSON.stringify(expected)}, got ${answer.text}`)
  if (expected.code !== undefined) assert.equal(codeOf(answer), expected.code, answer.text)
  assert.equal(isReplay(answer), expected.replayed === true, `replayed: ${answer.text}`)
}

export interface Send {
  path: string
  /** With names for what differs from path to path: one key belongs to one request of the whole route. */
  route?: string
  body: object
  key: string | null
  decide: (reference: Reference) => ExpectedAnswer
  by?: 'operator'
  /** In its form: its key is not looked at. */
  isInvalid?: boolean
  /** At the same moment. */
  times?: number
}

/**
 * Sends the request, judges the answers, and notes what was made. What was answered under the key is answered again, to the byte, to every
 * caller. Answers what was answered.
 */
export async function send(reference: Reference, stage: Stage, asked: Send): Promise<Answer> {
  const { path, route = path, body, decide, times = 1 } = asked
  const key = asked.key === null ? null : `${route} ${asked.key}`
  const expected = reference.under(asked.isInvalid ? null : key, JSON.stringify([path, body]), () => decide(reference))
  const answers = await sameTime(times, () => post(stage, asked))
  const first = answers.find(answer => !isReplay(answer)) ?? (answers[0] as Answer)
  assertAnswer(first, expected)
  for (const { status, text } of answers) assert.deepEqual([status, text], [first.status, first.text])
  if (key !== null && expected.stays) {
    assert.equal(answers.filter(isReplay).length, expected.replayed ? times : times - 1)
    assert.equal(first.text, stage.answers.get(key) ?? first.text)
    stage.answers.set(key, first.text)
  }
  if (expected.made !== undefined && !expected.replayed) note(stage, expected.made, first)
  return first
}

function post({ seller, operator }: Stage, { path, body, key, by }: Send): Promise<Answer> {
  // The operator's keys are those of all plays.
  const headers: Record<string, string> = key === null ? {} : { 'idempotency-key': `${seller.accountId} ${key}` }
  return by === undefined ? seller.api('POST', path, body, headers) : operator.call('POST', path, body, headers)
}

export const isReplay = ({ headers }: Answer) => headers.get('idempotency-replayed') === 'true'

export function note({ uuids, codes }: Stage, made: Made, { body }: Answer): void {
  uuids.set(made, body.uuid)
  if ('reserve' in made) codes.set(made, body.pixKey)
}

export const sameTime = <T>(times: number, work: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, work))
