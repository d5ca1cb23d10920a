// Values of rows as a person reads them. What was changed by hand may be anything, so nothing here refuses.
import { type Centavos, toReais } from '#kernel/money.ts'

export const reais = (centavos: string | null | undefined): string =>
  typeof centavos === 'string' && /^-?\d+$/.test(centavos)
    ? toReais(BigInt(centavos) as Centavos)
    : `${centavos ?? 'nothing'}`
