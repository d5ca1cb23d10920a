// What a test may change about the bank while it runs: its dialect, its tariffs, how long tokens live, how long it takes, what it
// says of a payee and of returns. Changes are durable, and a reset takes them back; what was never changed is as the bank was
// started.
import { type Centavos, parseReais, ZERO } from '#kernel/money.ts'
import type { DialectName } from './dialect/dialect.ts'
import type { Database } from './store/database.ts'

export interface Settings {
  /** In whose words the bank speaks. */
  dialect: DialectName
  /** In which unit Efí's dialect has the amount of an infraction: sources differ. */
  infractionAmounts: 'reais' | 'centavos'
  /** What the bank takes for each Pix, in reais. */
  tariffs: { received: string; sent: string }
  tokenLifetimeSeconds: number
  /** null: as the bank was started. */
  latencyMs: number | null
  /** Whether a lookup of a sent Pix names the key that was paid. */
  tellPayee: boolean
  /** Whether a return of a received Pix has its `natureza`: the examples of Efí's documentation have none. */
  tellNature: boolean
  /** Whether GET /pix and the callbacks of the key contain the Pix of recurring charges; the callback of the charge always does. */
  listDebits: boolean
  /** Whether boletos have a Pix code as well. */
  bolepix: boolean
  /** Whether GET /pix and the callbacks of the key contain the Pix by which boletos were paid. */
  listChargePix: boolean
  /** Whether a sale by card is credited at once or part by part, and after how many days, each part so many after the one before. */
  cardSettlement: 'whole' | 'instalment'
  cardDays: number
  /** Whether an attempt by card is answered before it is decided. */
  cardsDecideLater: boolean
}

type SettingsChange = Partial<Omit<Settings, 'tariffs'>> & { tariffs?: Partial<Settings['tariffs']> }

export interface SettingsBook {
  read(): Settings
  /** What is not named stays as it is. */
  change(change: SettingsChange): void
  reset(): void
}

const DEFAULTS: Settings = {
  dialect: 'bcb',
  infractionAmounts: 'reais',
  tariffs: { received: '0.00', sent: '0.00' },
  tokenLifetimeSeconds: 3_600,
  latencyMs: null,
  tellPayee: true,
  tellNature: true,
  listDebits: true,
  bolepix: true,
  listChargePix: false,
  cardSettlement: 'whole',
  cardDays: 30,
  cardsDecideLater: false,
}

const NAME = 'settings'

export function openSettings(database: Database, started: Partial<Settings> = {}): SettingsBook {
  const defaults = { ...DEFAULTS, ...started }
  const kept = database.first<{ value: string }>('select value from setting where name = ?', NAME)?.value
  let changes: Partial<Settings> = JSON.parse(kept ?? '{}')
  let current: Settings = { ...defaults, ...changes }

  const keep = (next: Partial<Settings>) => {
    database.run('insert or replace into setting (name, value) values (?, ?)', NAME, JSON.stringify(next))
    changes = next
    current = { ...defaults, ...next }
  }
  return {
    read: () => current,
    change: ({ tariffs, ...rest }) =>
      keep({ ...changes, ...rest, ...(tariffs && { tariffs: { ...current.tariffs, ...tariffs } }) }),
    reset: () => keep({}),
  }
}

export function tariffOf(settings: SettingsBook, direction: keyof Settings['tariffs']): Centavos {
  return parseReais(settings.read().tariffs[direction]) ?? ZERO
}
