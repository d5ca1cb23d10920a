// Guessing at one person's password is slow, from wherever it comes, and locks nobody out. After a few tries with an address they
// are judged one at a time; the right password comes in when it has its turn, and at once in a browser in which its owner has
// signed in before. Nothing here depends on whether there is such a person.
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Failure } from '#kernel/failure.ts'
import { networkOf } from '#kernel/ip-address.ts'
import { HOUR_MS, SECOND_MS } from '#kernel/time.ts'
import type { AccessDeps } from '../feature.ts'
import type { DeviceCookie } from './device-cookie.ts'
import { forgetDevice, isDeviceOf } from './device-store.ts'
import { forgetTries, type Pace, takeTurn } from './sign-in-throttle-store.ts'

export interface Guessing {
  /** Does `judge` when its turn has come. It says whether the password was right. Throws RATE_LIMITED where too many wait. */
  paced<T>(request: FastifyRequest, email: string, judge: Judge<T>): Promise<T>
}

type Judge<T> = () => Promise<{ isRight: boolean; answer: T }>

const OF_PERSON: Pace = {
  free: 6,
  apart_ms: SECOND_MS,
  step: 20,
  maxApart_ms: 4 * SECOND_MS,
  maxWait_ms: 10 * SECOND_MS,
  forget_ms: HOUR_MS,
}
/** In a known browser: after so many wrong ones it is known no more. */
const OF_DEVICE: Pace = { ...OF_PERSON, free: 10, maxWait_ms: 0 }

/** Of all that wait in this process. */
const MAX_WAITING = 500

export function openGuessing(
  deps: Pick<AccessDeps, 'db' | 'clock'> & { device: DeviceCookie; pause: (ms: number) => Promise<void> },
): Guessing {
  const { db, clock, device, pause } = deps
  const waiting = new Set<string>()

  async function isKnown(request: FastifyRequest, email: string): Promise<Buffer | null> {
    const hash = device.hashIn(request)
    if (hash === null || !(await isDeviceOf(db, email, hash))) return null
    const subject = subjectOf('device', hash.toString('hex'), email)
    if ((await takeTurn(db, subject, OF_DEVICE, clock())) !== null) return subject
    await forgetDevice(db, hash)
    return null
  }

  /** One of a network waits at a time, so that nobody takes every turn from one place. */
  async function waitForTurn(request: FastifyRequest, subject: Buffer): Promise<void> {
    const place = `${subject.toString('hex')} ${networkOf(request.ip)}`
    if (waiting.has(place) || waiting.size >= MAX_WAITING) throw SLOWER
    waiting.add(place)
    try {
      const now = clock()
      const turn = await takeTurn(db, subject, OF_PERSON, now)
      if (turn === null) throw SLOWER
      if (turn > now) await pause(turn.getTime() - now.getTime())
    } finally {
      waiting.delete(place)
    }
  }

  return {
    async paced(request, address, judge) {
      const email = address.toLowerCase()
      const known = await isKnown(request, email)
      const subject = known ?? subjectOf('person', email)
      if (known === null) await waitForTurn(request, subject)
      const { isRight, answer } = await judge()
      if (isRight) await forgetTries(db, subject)
      return answer
    },
  }
}

const SLOWER = new Failure('RATE_LIMITED', 'Too many tries to sign in with this address: try again in a moment', {
  retryAfterSeconds: 5,
})

const subjectOf = (...parts: string[]): Buffer => createHash('sha256').update(parts.join(' ')).digest()
