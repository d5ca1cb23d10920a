// What sales have done with their boletos at the PSP.
import type { BoletosOfSales } from '#sale/collect/boletos-of-sales.ts'
import type { Sale } from '#sale/sale.ts'
import type { Boleto } from '../charge.ts'
import { closeBoleto } from '../close.ts'
import type { ChargeDeps } from '../deps.ts'
import { findBoleto } from '../store.ts'
import { lookAt } from './look.ts'

export const boletosOfSales = (deps: ChargeDeps): BoletosOfSales => ({
  close: async (sale, by) => closeBoleto(deps, await boletoOf(deps, sale), by),
  lookUp: async sale => {
    const boleto = await findBoleto(deps.db, sale)
    // An attempt by card is looked up by its own work.
    return boleto === null || lookUp(deps, boleto)
  },
})

async function boletoOf({ db }: ChargeDeps, sale: Sale): Promise<Boleto> {
  const boleto = await findBoleto(db, sale)
  if (boleto === null) throw new Error(`the charge of the sale ${sale.uuid} is gone`)
  return boleto
}

/** Nobody can pay what the PSP knows nothing of. */
const lookUp = async (deps: ChargeDeps, boleto: Boleto): Promise<boolean> =>
  boleto.chargeId === null || (await lookAt(deps, boleto)) !== undefined
