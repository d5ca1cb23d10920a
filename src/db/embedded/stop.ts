// Ends a PostgreSQL server by its pid: first the fast way, which rolls back, writes everything down and is over in
// milliseconds; then, if it does not end, harder ways that the write-ahead log is made for. Always bounded.

const SIGNALS = [
  { signal: 'SIGINT', patience_ms: 15_000 },
  { signal: 'SIGQUIT', patience_ms: 5_000 },
  { signal: 'SIGKILL', patience_ms: 5_000 },
] as const
const LOOK_EVERY_MS = 10

/** `alive` answers whether the pid still is the server that was meant. */
export async function endServer(pid: number, alive: () => boolean | Promise<boolean>): Promise<void> {
  for (const { signal, patience_ms } of SIGNALS) {
    if (!send(pid, signal)) return
    const until = performance.now() + patience_ms
    while (performance.now() < until) {
      if (!(await alive())) return
      await new Promise(wake => setTimeout(wake, LOOK_EVERY_MS))
    }
  }
}

function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
    throw error
  }
}
