// For sales that a test calls without boletos.
import type { BoletosOfSales } from '#sale/collect/boletos-of-sales.ts'

export const NO_BOLETOS: BoletosOfSales = {
  close: async () => ({ kind: 'unknown', reason: 'there are no boletos here' }),
  lookUp: async () => false,
}
