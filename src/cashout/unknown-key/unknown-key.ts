// PIX keys that do not exist. The DICT takes twenty tokens for each query of one, from a bucket that the whole gateway shares.
// A key that a PSP has just not found is therefore not queried again, and a seller with too many such queries has to wait
// before trying others. Pure: the bucket is the seller's misses, counted again.
import type { PspCode } from '#kernel/payment-failure.ts'
import type { PixKeyType } from '#kernel/pix/pix-key.ts'
import { DAY_MS, MINUTE_MS } from '#kernel/time.ts'
import type { Result } from '../anomaly/conflict.ts'

export interface Miss {
  /** In the form of the DICT. */
  pixKey: string
  pixKeyType: PixKeyType
  /** The PSP's own message. */
  code: PspCode
  missedAt: Date
}

/** A key that did not exist is not queried again for this long. */
export const MISS_KEPT_MS = DAY_MS

/** The DICT's own limits for a person; a company has ten times as much. */
const BUCKET = { max: 100, perMinute: 2, perMiss: 20 }

/** The rest of a seller's bucket; below zero where several misses were under way at once. */
export function tokensLeft(misses: Miss[], now: Date): number {
  let tokens = BUCKET.max
  let atMs = Number.NEGATIVE_INFINITY
  const refill = (untilMs: number) => {
    const minutes = Math.max(0, untilMs - atMs) / MINUTE_MS
    tokens = Math.min(BUCKET.max, tokens + minutes * BUCKET.perMinute)
    atMs = untilMs
  }
  for (const { missedAt } of misses.toSorted((one, other) => one.missedAt.getTime() - other.missedAt.getTime())) {
    refill(missedAt.getTime())
    tokens -= BUCKET.perMiss
  }
  refill(now.getTime())
  return tokens
}

/** Why a key is not queried; null: it may be. A key that was paid before exists, and costs nothing. */
export function refusalOfKey(
  misses: Miss[],
  { pixKey, pixKeyType, isKnown }: { pixKey: string; pixKeyType: PixKeyType; isKnown: boolean },
  now: Date,
): (Result & { state: 'failed' }) | null {
  const recent = misses.filter(({ missedAt }) => now.getTime() - missedAt.getTime() < MISS_KEPT_MS)
  const miss = recent.find(one => one.pixKey === pixKey && one.pixKeyType === pixKeyType)
  if (miss !== undefined) {
    const reason = `Nobody had this key at ${miss.missedAt.toISOString()}; it is asked for again a day later`
    return { state: 'failed', code: miss.code, reason }
  }
  if (isKnown || tokensLeft(recent, now) >= BUCKET.perMiss) return null
  const reason = 'Too many keys of this account had nobody; please check them and try again in some minutes'
  return { state: 'failed', code: 'TOO_MANY_UNKNOWN_KEYS', reason }
}
