// How a sale has ended unpaid, and whether its buyer may have paid all the same: then nobody is told that nothing was charged. Pure.

export interface UnpaidEnd {
  /** CANCELLED: before its time was over. FAILED: it could never be paid. */
  end: 'EXPIRED' | 'CANCELLED' | 'FAILED'
  mayHaveBeenPaid: boolean
}

interface Ended {
  status: string
  paymentMethod: string
  updatedAt: Date
  expiresAt: Date
}

/** A boleto is credited a day after it was paid, and a transfer of which it is not certain what it pays waits for a person. */
const ARRIVES_LATER: ReadonlySet<string> = new Set(['BOLETO', 'TRANSFER'])

export const mayHaveBeenPaid = ({ status, paymentMethod }: Pick<Ended, 'status' | 'paymentMethod'>): boolean =>
  status === 'CANCELADO' && ARRIVES_LATER.has(paymentMethod)

export function unpaidEndOf(sale: Ended): UnpaidEnd {
  return { end: endOf(sale), mayHaveBeenPaid: mayHaveBeenPaid(sale) }
}

function endOf({ status, updatedAt, expiresAt }: Ended): UnpaidEnd['end'] {
  if (status !== 'CANCELADO') return 'FAILED'
  return updatedAt >= expiresAt ? 'EXPIRED' : 'CANCELLED'
}
