// Looks at a charge at its PSP, where nothing was reported of it.
import type { ChargeState } from '#psp/collect/port.ts'
import type { Boleto } from '../charge.ts'
import type { ChargeDeps } from '../deps.ts'
import { makerOf } from '../issue.ts'
import { applyReport, isTakenBack } from './apply.ts'
import { haveNoticed } from './notice.ts'

/** Applies how it stands at the PSP; undefined: the PSP does not say. Of what was paid, only its notice says how much. */
export async function lookAt(deps: ChargeDeps, boleto: Boleto): Promise<ChargeState | undefined> {
  const maker = await makerOf(deps.psps, boleto.pspAccountId)
  const found = maker === null || boleto.chargeId === null ? null : await maker.find(boleto.chargeId)
  const state = found?.kind === 'done' ? found.value?.state : undefined
  if (state === 'paid' || (state !== undefined && isTakenBack(state))) await haveNoticed(deps, boleto, state)
  else if (state !== undefined && state !== boleto.reportedState)
    await applyReport(deps, boleto, { state, payments: [] })
  return state
}
