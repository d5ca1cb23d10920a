// How a boleto is paid, decided by the name of its customer, where whoever pays it says nothing else. The names are declared in the kernel.
import { addDays, type LocalDate } from '#kernel/calendar/local-time.ts'
import { add, type Centavos, centavos, subtract } from '#kernel/money.ts'
import { BOLETO_PAYER_NAMES, BOLETO_PAYERS, type BoletoOutcome, startOf } from '#kernel/sandbox/outcomes.ts'
import { type Billet, isPayableOn, lastDayOnTimeOf } from './charge.ts'

export interface BoletoFate {
  on: LocalDate
  amountOf: (due: Centavos) => Centavos
  /** It is paid at a bank, and taken back. */
  bounces: boolean
}

const MORE = centavos(10_00n)
const LESS = centavos(1_00n)

export function boletoFateOf({ billet }: { billet: Billet }, today: LocalDate): BoletoFate {
  const start = startOf(BOLETO_PAYER_NAMES, nameOf(billet))
  const outcome: BoletoOutcome | null = start === undefined ? null : BOLETO_PAYERS[start]
  return {
    on: outcome === 'late' ? lateDay(billet, today) : today,
    amountOf: due => (outcome === 'over' ? add(due, MORE) : outcome === 'under' ? subtract(due, LESS) : due),
    bounces: outcome === 'bounced',
  }
}

function nameOf({ customer }: Billet): string {
  return customer.juridical_person?.corporate_name ?? customer.name ?? ''
}

/** The first day that is late, if it may be paid on it at all, and not before today. */
function lateDay(billet: Billet, today: LocalDate): LocalDate {
  const first = addDays(lastDayOnTimeOf(billet), 1)
  return first > today && isPayableOn(billet, first) ? first : today
}
