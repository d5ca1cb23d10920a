// For sales that a test calls without charges by boleto, and without limits of what leaves an account.
import type { ChargesOfSales } from '#sale/collect/charges-of-sales.ts'
import type { VelocityLimits } from '#sale/deps.ts'

export const NO_CHARGES: ChargesOfSales = { conclude: async () => {} }
export const NO_LIMITS: VelocityLimits = { count: async () => true }
