// A price of the account as the rules of the gateway read it.
import type { Price } from '#kernel/terms/terms.ts'
import type { Account } from '../../api/access/session.ts'

export type Agreed = Account['fees']['pix']

export const agreedPrice = ({ minimumCents, maximumCents, fixedCents, basisPoints }: Agreed): Price => ({
  fixedCentavos: fixedCents,
  basisPoints,
  ...(minimumCents !== null && { minimumCentavos: minimumCents }),
  ...(maximumCents !== null && { maximumCentavos: maximumCents }),
})
