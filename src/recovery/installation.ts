// What one machine remembers of the database that it works on, outside of that database. It is written after the commit that it
// describes, so that a crash at any moment leaves it equal or behind, never ahead. It names the moment at which its own file was
// made: an operator who puts an older one back, with the database or without, makes another file or writes over a younger one.
import type { Remembered, Seen } from './suspicion.ts'

export interface InstallationFile {
  /** Null where there is none, or what is there says nothing. */
  read(): Promise<Remembered | null>
  write(seen: Seen): Promise<void>
}

/** `madeAt`: when the file was made; null where the system does not say. */
export const installationText = ({ pulse: heartbeat, pulseAt, ...rest }: Seen, madeAt: string | null): string =>
  `${JSON.stringify({ ...rest, pulse: Number(heartbeat), pulseAt: pulseAt.toISOString(), madeAt }, null, 2)}\n`

/** `birth`: when the file that holds this text was made. */
export function installationIn(text: string, creationTime: string | null): Remembered | null {
  const kept = parsed(text)
  if (kept === null || typeof kept !== 'object') return null
  const { installationId, fingerprint, pulse: heartbeat, pulseAt, madeAt } = kept as Record<string, unknown>
  const at = new Date(String(pulseAt))
  if (typeof installationId !== 'string' || !Number.isSafeInteger(heartbeat) || Number.isNaN(at.getTime())) return null
  return {
    installationId,
    fingerprint: typeof fingerprint === 'string' ? fingerprint : null,
    pulse: BigInt(heartbeat as number),
    pulseAt: at,
    wasCopied: typeof madeAt === 'string' && madeAt !== creationTime,
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
