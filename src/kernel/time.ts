// Time and chance are handed in, so that a test can move the clock and replay a seed. Only this file reads the real ones.
import { randomBytes } from 'node:crypto'

export type Clock = () => Date
export type RandomBytes = (count: number) => Buffer

export const systemClock: Clock = () => new Date()
export const systemRandom: RandomBytes = count => randomBytes(count)

/** A fraction of one, evenly spread: for waits that must not fall together. */
export const fractionFrom = (random: RandomBytes): number => random(4).readUInt32BE() / 2 ** 32

export const later = (time: Date, ms: number): Date => new Date(time.getTime() + ms)

export const SECOND_MS = 1_000
export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000
