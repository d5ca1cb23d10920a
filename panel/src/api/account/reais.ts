// Amounts that the gateway returns in reais, in the panel's centavos.
import { parseReais, toCentsNumber } from '#kernel/money.ts'

/** "150.00" -> 15000. */
export const centavosOf = (reais: string): number => toCentsNumber(parseReais(reais) ?? unreadable(reais))

function unreadable(reais: string): never {
  throw new Error(`the gateway told an amount of ${reais}`)
}
