// What a seller requests who sells by boleto.
import type { Actor } from '#audit/audit.ts'
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import type { Address } from '#psp/collect/port.ts'
import type { SaleOrder } from '#sale/begin.ts'
import type { CartRequest } from '#sale/cart/carts-of-sales.ts'

export interface BoletoRequest extends SaleOrder {
  address: Address | null
  boleto: RequestedBoleto
  /** The cart that the sale is to pay for. */
  cart?: CartRequest
  /** The person who charges in the panel; a request by API key has no entry in the audit log. */
  by?: Actor
}

/** As it was requested, and not as it is counted today: the same request on the next day is the same. */
export interface RequestedBoleto {
  dueDate: LocalDate | null
  /** From today; where `dueDate` is null. */
  dueInDays: number
  payableDaysAfterDue: number
  fineBasisPoints: number
  interestMonthlyBasisPoints: number
  message: string | null
}
