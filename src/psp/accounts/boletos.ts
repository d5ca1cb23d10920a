// The boletos of a PSP account, as the operator sets them, and what is refused about them: the address of the API that makes them,
// whether they are sold, and whether they have a Pix code too. Without an address there are none. Pure.
import { Failure, invalid } from '#kernel/failure.ts'
import { kindOf, type PspKinds } from '../kinds.ts'
import type { PspAccount } from '../store.ts'
import type { ManagedAccount } from './store.ts'

export type BoletoSettings = Pick<ManagedAccount, 'collectBaseUrl' | 'boletoEnabled' | 'bolepix'>

/** Absent fields stay as they are. */
export type BoletoChange = Partial<BoletoSettings>

export const NO_BOLETOS: BoletoSettings = { collectBaseUrl: null, boletoEnabled: false, bolepix: false }

/** Another API does not know the open boletos, and money that comes by the Pix code of one would be taken for a stranger's. */
export const BOLETOS_UNDER_WAY = new Failure(
  'CONFLICT',
  'collectBaseUrl and bolepix stay while boletos of this account are under way: another bank is another PSP account',
)

/** The first address switches boletos on: it is set for that. */
export function boletosOfNew({ collectBaseUrl = null, bolepix = false }: BoletoChange): BoletoSettings {
  return { collectBaseUrl, boletoEnabled: collectBaseUrl !== null, bolepix }
}

export function boletosAfter(before: BoletoSettings, change: BoletoChange): BoletoSettings {
  const {
    collectBaseUrl = before.collectBaseUrl,
    boletoEnabled = before.boletoEnabled,
    bolepix = before.bolepix,
  } = change
  return { collectBaseUrl, boletoEnabled, bolepix }
}

/** Whether the adapter has to be opened anew. */
export const isSameCollect = (one: BoletoSettings, other: BoletoSettings): boolean =>
  one.collectBaseUrl === other.collectBaseUrl && one.bolepix === other.bolepix

export function refusedBoletos(kinds: PspKinds, account: BoletoSettings & Pick<PspAccount, 'kind'>): Failure | null {
  const { collectBaseUrl, boletoEnabled, bolepix, kind } = account
  if (collectBaseUrl !== null)
    return kindOf(kinds, account).collect === null
      ? invalid('collectBaseUrl', `null: a ${kind} account makes no boletos`)
      : null
  if (boletoEnabled) return invalid('boletoEnabled', 'false while there is no collectBaseUrl')
  return bolepix ? invalid('bolepix', 'false while there is no collectBaseUrl') : null
}
