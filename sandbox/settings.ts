// What a test may change about the bank while it runs: its tariffs, how long tokens live, how long it takes, what it tells of
// a payee. Durable, and back to the defaults with a reset.
import { type Centavos, parseReais, ZERO } from '#kernel/money.ts'
import type { Database } from './store/database.ts'

export interface Settings {
  /** What the bank takes for each Pix, in reais. */
  tariffs: { received: string; sent: string }
  tokenLifetimeSeconds: number
  /** null: as the bank was started. */
  latencyMs: number | null
  /** Whether a lookup of a sent Pix names the key that was paid. */
  tellPayee: boolean
}

export type SettingsChange = Partial<Omit<Settings, 'tariffs'>> & { tariffs?: Partial<Settings['tariffs']> }

export interface SettingsBook {
  read(): Settings
  /** What is not named stays as it is. */
  change(change: SettingsChange): void
  reset(): void
}

const DEFAULTS: Settings = {
  tariffs: { received: '0.00', sent: '0.00' },
  tokenLifetimeSeconds: 3_600,
  latencyMs: null,
  tellPayee: true,
}

const NAME = 'settings'

export function openSettings(database: Database): SettingsBook {
  const kept = database.first<{ value: string }>('select value from setting where name = ?', NAME)?.value
  let current: Settings = { ...DEFAULTS, ...JSON.parse(kept ?? '{}') }

  const keep = (settings: Settings) => {
    database.run('insert or replace into setting (name, value) values (?, ?)', NAME, JSON.stringify(settings))
    current = settings
  }
  return {
    read: () => current,
    change: change => keep({ ...current, ...change, tariffs: { ...current.tariffs, ...change.tariffs } }),
    reset: () => keep(DEFAULTS),
  }
}

export function tariffOf(settings: SettingsBook, direction: keyof Settings['tariffs']): Centavos {
  return parseReais(settings.read().tariffs[direction]) ?? ZERO
}
