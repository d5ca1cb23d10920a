// What kind an anomaly of a cashout is: also for the first page of the desk, which loads nothing else of cashouts.
import { defineWords } from '../../words/words.ts'

export const anomalyWords = defineWords('desk-anomaly', {
  pt: {
    OUTCOME_UNKNOWN: 'Resultado desconhecido',
    OTHER_AMOUNT: 'Pago com outro valor',
    OTHER_PAYEE: 'Pago a outra chave',
    DUPLICATE_PAYMENT: 'Pagamento já usado por outro saque',
    PAID_AFTER_END: 'Pago depois de encerrado',
    FAILED_AFTER_PAID: 'Falhou depois de pago',
    RETURN_TOO_LARGE: 'Voltou mais do que foi pago',
  },
  en: {
    OUTCOME_UNKNOWN: 'Outcome unknown',
    OTHER_AMOUNT: 'Paid with another amount',
    OTHER_PAYEE: 'Paid to another key',
    DUPLICATE_PAYMENT: 'Payment of another cashout',
    PAID_AFTER_END: 'Paid after its end',
    FAILED_AFTER_PAID: 'Failed after it was paid',
    RETURN_TOO_LARGE: 'More came back than was paid',
  },
})
