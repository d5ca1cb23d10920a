// Waits, unless it is not worth waiting any more.
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise(wake => {
    if (signal?.aborted) return wake()
    const over = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', over)
      wake()
    }
    const timer = setTimeout(over, ms)
    signal?.addEventListener('abort', over)
  })
