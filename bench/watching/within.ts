// What a run waits for has a time by which it must have come: a run that stands still says what it stands at.

export async function within<T>(latestMs: number, what: string, coming: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`waited ${latestMs / 1_000} s in vain for ${what}`)), latestMs)
  try {
    return await Promise.race([coming, late])
  } finally {
    clearTimeout(timer)
  }
}
