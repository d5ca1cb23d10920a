// Looks at a charge at its PSP, where nothing was reported of it.
import type { ChargeState } from '#psp/collect/port.ts'
import type { Boleto } from '../charge.ts'
import type { ChargeDeps } from '../deps.ts'
import { makerOf } from '../issue.ts'
import { applyReport, isTakenBack } from './apply.ts'
import { findContested, recordLooked } from './apply-store.ts'
import { haveNoticed } from './notice.ts'

/** Applies how it stands at the PSP; undefined: the PSP does not say. Of what was paid, only its notice says how much. */
export async function lookAt(deps: ChargeDeps, boleto: Boleto): Promise<ChargeState | undefined> {
  const state = await stateAtPsp(deps, boleto)
  if (state !== undefined) await applyState(deps, boleto, state)
  return state
}

async function stateAtPsp({ psps }: ChargeDeps, { pspAccountId, chargeId }: Boleto): Promise<ChargeState | undefined> {
  const maker = await makerOf(psps, pspAccountId)
  const found = maker === null || chargeId === null ? null : await maker.find(chargeId)
  return found?.kind === 'done' ? found.value?.state : undefined
}

async function applyState(deps: ChargeDeps, boleto: Boleto, state: ChargeState): Promise<void> {
  if (state === 'paid' || isTakenBack(state)) await haveNoticed(deps, boleto, state)
  else if (state !== boleto.reportedState) await applyReport(deps, boleto, { state, payments: [] })
}

/** Of how that has ended nothing is in the list of what was paid: each is asked about. One that is contested still costs no call but that. */
export async function lookAtContestedBoletos(deps: ChargeDeps, pspAccountId: number): Promise<void> {
  for (const boleto of await findContested(deps.db, pspAccountId)) {
    const state = await stateAtPsp(deps, boleto)
    // Before it is applied: one that cannot be must not stand before all others for ever.
    await recordLooked(deps.db, boleto, deps.clock())
    if (state !== undefined && state !== 'contested') await applyState(deps, boleto, state)
  }
}
