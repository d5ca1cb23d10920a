// What the pages say of a code, a boleto or a transfer that has ended unpaid.
import { both } from '../bilingual-text.ts'

export const ENDED_TEXTS = {
  codeExpired: both('O código venceu. Nada foi cobrado.', 'The code has expired. You were not charged.'),
  codeCancelled: both('O código foi cancelado. Nada foi cobrado.', 'The code was cancelled. You were not charged.'),
  timeOver: both('O prazo terminou.', 'The time is over.'),
  cancelled: both('Esta cobrança foi cancelada.', 'This charge was cancelled.'),
  ifPaid: both(
    (shop: string) => `Se você já pagou, não pague de novo: fale com ${shop}.`,
    (shop: string) => `If you have paid already, do not pay again: please contact ${shop}.`,
  ),
  codeFailed: both(
    'Não deu certo gerar o código. Nada foi cobrado.',
    'The code could not be made. You were not charged.',
  ),
}
