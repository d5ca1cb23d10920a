// What sales have done with their boletos at the PSP.
import type { BoletosOfSales } from '#sale/collect/boletos-of-sales.ts'
import type { Sale } from '#sale/sale.ts'
import type { Boleto } from './charge.ts'
import { closeBoleto } from './close.ts'
import type { ChargeDeps } from './deps.ts'
import { makerOf } from './issue.ts'
import { findBoleto, makeDue } from './store.ts'

export const boletosOfSales = (deps: ChargeDeps, wake: () => void): BoletosOfSales => ({
  close: async (sale, by) => closeBoleto(deps, await boletoOf(deps, sale), by),
  lookUp: async sale => lookUp(deps, await boletoOf(deps, sale), wake),
})

async function boletoOf({ db }: ChargeDeps, sale: Sale): Promise<Boleto> {
  const boleto = await findBoleto(db, sale)
  if (boleto === null) throw new Error(`the charge of the sale ${sale.uuid} is gone`)
  return boleto
}

/** What has come further than it is known here is worked on at once. */
async function lookUp(deps: ChargeDeps, boleto: Boleto, wake: () => void): Promise<boolean> {
  if (boleto.chargeId === null) return true
  const maker = await makerOf(deps.psps, boleto.pspAccountId)
  const found = maker === null ? null : await maker.find(boleto.chargeId)
  if (found?.kind !== 'done') return false
  if (found.value !== null && found.value.state !== boleto.reportedState) {
    await makeDue(deps.db, boleto, deps.clock())
    wake()
  }
  return true
}
