// The end of a recurrence by the receiver, the payer or their banks, and of what was ordered under it.
import { cancelChargesOf } from '../cobr/cancel.ts'
import type { Bank } from '../resources.ts'
import { moveRec } from './move.ts'
import type { Canceller, Ending, Rec } from './rec.ts'

const CANCELLATIONS: Record<Canceller, { codigo: string; descricao: string }> = {
  USUARIO_RECEBEDOR: { codigo: 'SLCR', descricao: 'Cancelamento solicitado pelo usuário recebedor.' },
  USUARIO_PAGADOR: { codigo: 'SLDB', descricao: 'Cancelamento solicitado pelo usuário pagador.' },
  PSP_RECEBEDOR: { codigo: 'ERSL', descricao: 'Cancelamento pelo PSP do recebedor.' },
  PSP_PAGADOR: { codigo: 'ACCL', descricao: 'Cancelamento pelo PSP do pagador.' },
}

/** Called inside a transaction. */
export function cancelRec(bank: Bank, rec: Rec, solicitante: Canceller): Rec {
  const ending: Ending = { cancelamento: { solicitante, ...CANCELLATIONS[solicitante] } }
  const cancelled = moveRec(bank, rec, 'CANCELADA', { ending })
  cancelChargesOf(bank, cancelled, solicitante)
  return cancelled
}

/** Called inside a transaction. */
export function rejectByPayer(bank: Bank, rec: Rec): Rec {
  const ending = { rejeicao: { codigo: 'AP13', descricao: 'O usuário pagador recusou a recorrência.' } }
  return moveRec(bank, rec, 'REJEITADA', { ending })
}
