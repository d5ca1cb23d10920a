// What one machine remembers of the database that it works on, outside of that database. It is written after the commit that
// it tells of, so that a crash at any moment leaves it equal or behind, never ahead.
import type { Seen } from './suspicion.ts'

export interface InstallationFile {
  /** Null where there is none, or what is there says nothing. */
  read(): Promise<Seen | null>
  write(seen: Seen): Promise<void>
}

export const installationText = ({ pulse, pulseAt, ...rest }: Seen): string =>
  `${JSON.stringify({ ...rest, pulse: Number(pulse), pulseAt: pulseAt.toISOString() }, null, 2)}\n`

export function installationIn(text: string | null): Seen | null {
  const kept = parsed(text)
  if (kept === null || typeof kept !== 'object') return null
  const { installationId, fingerprint, pulse, pulseAt } = kept as Record<string, unknown>
  const at = new Date(String(pulseAt))
  if (typeof installationId !== 'string' || !Number.isSafeInteger(pulse) || Number.isNaN(at.getTime())) return null
  return {
    installationId,
    fingerprint: typeof fingerprint === 'string' ? fingerprint : null,
    pulse: BigInt(pulse as number),
    pulseAt: at,
  }
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
