// A boleto as the database keeps it.
import { columnsOf } from '#db/columns.ts'
import type { Boleto } from './charge.ts'

export const COLUMNS = columnsOf<Boleto>({
  accountId: 'charge.account_id',
  saleId: 'charge.sale_id',
  pspAccountId: 'charge.psp_account_id',
  ref: 'charge.ref',
  chargeId: 'charge.charge_id',
  state: 'charge.state',
  reportedState: 'charge.reported_state',
  noticeToken: 'charge.notice_token',
  buyer: 'charge.buyer',
  dueOn: 'charge.due_on',
  payableDaysAfterDue: 'charge.payable_days_after_due',
  payUntil: 'charge.pay_until',
  fineBasisPoints: 'charge.fine_basis_points',
  interestMonthlyBasisPoints: 'charge.interest_monthly_basis_points',
  message: 'charge.message',
  line: 'charge.line',
  pdfUrl: 'charge.pdf_url',
  identifiedAt: 'charge.identified_at',
  paidAmount: 'charge.paid_centavos',
  paidOn: 'charge.paid_on',
  lookups: 'charge.lookups',
  createdAt: 'charge.created_at',
  updatedAt: 'charge.updated_at',
})
