// How far the tries of a debit are, and whether another one may follow.
import type { Debit } from '../../api/recurrence/debits.ts'
import type { Recurrence } from '../../api/recurrence/recurrences.ts'
import { dayOf } from '../../ui/values/moment.tsx'

type Try = Debit['tentativas'][number]

export const isOpenTry = ({ status }: Try) => status === 'SOLICITADA' || status === 'AGENDADA'
export const hasFailed = ({ status }: Try) => status === 'REJEITADA' || status === 'EXPIRADA'

/** A try has failed, and none is under way: nothing of it is scheduled at the bank. */
export const isBetweenTries = ({ status, tentativas }: Debit) =>
  status === 'ATIVA' && tentativas.some(hasFailed) && !tentativas.some(isOpenTry)

/** The days on which it is still tried; one whose order was missed is dropped. */
export const daysAhead = ({ retentativasPlanejadas, tentativas }: Debit, today = dayOf(new Date())): string[] =>
  retentativasPlanejadas.filter(day => day > today && tentativas.every(({ data }) => data < day))

const MAX_RETRIES = 3

export type Permitting = Pick<Recurrence, 'politicaRetentativa' | 'cancelamentoPedidoEm'>

/** Whether a person may order a further try. */
export const mayBeTriedAgain = (recurrence: Permitting, debit: Debit): boolean =>
  isBetweenTries(debit) &&
  recurrence.politicaRetentativa !== 'NAO_PERMITE' &&
  recurrence.cancelamentoPedidoEm === null &&
  debit.cancelamentoPedidoEm === null &&
  debit.tentativas.filter(({ tipo, status }) => tipo === 'NTAG' && status !== 'CANCELADA').length < MAX_RETRIES
