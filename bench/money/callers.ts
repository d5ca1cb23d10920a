// So many callers at once, each with its next request when the last one is answered.

export interface CallGiven {
  callers: number
  forMs: number
  /** One of them is drawn for each request. */
  accountIds: number[]
}

export interface Called {
  count: number
  perSecond: number
  p50Ms: number
}

/** Calls for so long; what is under way then is waited for and counted. Fails where one call does. */
export async function callFor({ callers, forMs, accountIds }: CallGiven, call: (accountId: number) => Promise<void>) {
  const startedAt = performance.now()
  const timesMs: number[] = []
  const caller = async () => {
    while (performance.now() - startedAt < forMs) {
      const at = performance.now()
      await call(accountIds[Math.floor(Math.random() * accountIds.length)] as number)
      timesMs.push(performance.now() - at)
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  const perSecond = (timesMs.length / (performance.now() - startedAt)) * 1_000
  timesMs.sort((a, b) => a - b)
  return { count: timesMs.length, perSecond, p50Ms: timesMs[timesMs.length >> 1] ?? Number.NaN } satisfies Called
}
