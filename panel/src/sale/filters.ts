// What an address of the list of sales carries, and the query to the gateway that follows from it.
import type { SaleQuestion } from '../api/money/sales.ts'
import { cursorIn, dayIn, defined, limitIn, oneOf, type RawSearch, textIn } from '../ui/filters/search.ts'
import { inState, PAYMENT_METHODS, SALE_STATES } from './status.ts'

export const readSaleSearch = (raw: RawSearch) =>
  defined({
    q: textIn(raw, 'q'),
    method: oneOf(raw, 'method', PAYMENT_METHODS),
    status: oneOf(raw, 'status', SALE_STATES),
    from: dayIn(raw, 'from'),
    to: dayIn(raw, 'to'),
    cursor: cursorIn(raw),
    limit: limitIn(raw),
  })

export type SaleFilters = ReturnType<typeof readSaleSearch>

/** The query to the gateway. */
export const questionOf = ({ status, ...others }: SaleFilters): SaleQuestion => ({ ...others, ...inState(status) })
