// Debits (cobr), in the Central Bank's form.
import { DEFAULT_PAGE, listedOf, listQuery } from '../adapters/list-page.ts'
import { aboutTxid, fields, lookupOf, namesField } from '../adapters/reply.ts'
import type { Reply } from '../client/http.ts'
import type { Outcome } from '../port.ts'
import type { RecurrenceSettings } from './bcb.ts'
import { isCancelled, judged, lookupFailed, type Refused, unlessItStands } from './outcome.ts'
import {
  type DebitRequest,
  REFUSED_FOR_CYCLE,
  REFUSED_FOR_DAY,
  type Recurrences,
  type ReportedDebit,
  type ReportedTry,
} from './port.ts'
import { CANCELLATION, debitBody } from './requests.ts'
import { readDebit } from './wire.ts'

type DebitVerbs = Pick<Recurrences, 'createDebit' | 'findDebit' | 'cancelDebit' | 'retryDebit' | 'listDebits'>

export function debitVerbs({ http, receivingAccount, itemsPerPage = DEFAULT_PAGE }: RecurrenceSettings): DebitVerbs {
  const pathOf = (txid: string) => `/v2/cobr/${encodeURIComponent(txid)}`
  const findDebit: Recurrences['findDebit'] = async txid => {
    const reply = await http.call('GET', pathOf(txid))
    return aboutTxid('debit', txid, reply, lookupOf(reply, debitAs(txid)))
  }
  return {
    async createDebit(request) {
      const reply = await http.call('PUT', pathOf(request.txid), debitBody(request, receivingAccount))
      const outcome = aboutTxid('debit', request.txid, reply, judged(reply, debitAs(request.txid)))
      if (outcome.kind === 'done') return asOrdered(outcome.value, request)
      if (outcome.kind === 'unknown') return outcome
      const found = await findDebit(request.txid)
      if (found.kind !== 'done') return lookupFailed(outcome, found.reason)
      return found.value === null ? withCause(outcome, reply) : asOrdered(found.value, request)
    },
    findDebit,
    async cancelDebit(txid) {
      const reply = await http.call('PATCH', pathOf(txid), CANCELLATION)
      const outcome = aboutTxid('debit', txid, reply, judged(reply, debitAs(txid)))
      return unlessItStands(outcome, () => findDebit(txid), isCancelled)
    },
    async retryDebit(txid, day) {
      const reply = await http.call('POST', `${pathOf(txid)}/retentativa/${day}`)
      const outcome = aboutTxid('debit', txid, reply, judged(reply, debitAs(txid)))
      return unlessItStands(
        outcome,
        () => findDebit(txid),
        ({ tries }) => tries.some(one => isRetryOn(one, day)),
      )
    },
    listDebits: async (period, page) => {
      const reply = await http.call('GET', `/v2/cobr?${listQuery(period, page, itemsPerPage)}`)
      const entriesIn = (body: unknown) => fields(body).cobsr
      return listedOf(reply, { page, itemsPerPage, read: readDebit, entriesIn, unreadWithin: () => 0 })
    },
  }
}

const debitAs = (txid: string) => (body: unknown) => {
  const debit = readDebit(body)
  return debit?.txid === txid ? debit : null
}

function asOrdered(debit: ReportedDebit, { idRec, dueOn, amount }: DebitRequest): Outcome<ReportedDebit> {
  const isSame = debit.idRec === idRec && debit.dueOn === dueOn && debit.amount === amount
  return isSame
    ? { kind: 'done', value: debit }
    : { kind: 'unknown', reason: 'the PSP has another debit under this txid', alert: true }
}

/** The PSP may move a retry to the next business day; one at a time is open. */
function isRetryOn({ kind, settlesOn, state }: ReportedTry, day: string): boolean {
  if (kind !== 'NTAG') return false
  return settlesOn === day || (settlesOn > day && (state === 'SOLICITADA' || state === 'AGENDADA'))
}

/** PSPs say in their own words why a debit is refused; what matters is whether another day would do. */
function withCause(refused: Refused, reply: Reply): Refused {
  if (/mesmo ciclo/i.test(refused.reason)) return { ...refused, code: REFUSED_FOR_CYCLE }
  const isDay = namesField(reply, 'dataDeVencimento') || /dataDeVencimento|vencimento/i.test(refused.reason)
  return isDay ? { ...refused, code: REFUSED_FOR_DAY } : refused
}
