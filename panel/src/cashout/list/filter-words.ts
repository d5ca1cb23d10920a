// Words of the filter of cashouts. What a row says is more exact: a choice names all that it brings.
import { defineWords } from '../../words/words.ts'

export const filterWords = defineWords('cashoutFilter', {
  pt: { PENDING: 'Na fila ou aguardando aprovação', COMPLETED: 'Pago ou devolvido' },
  en: { PENDING: 'Queued or waiting for approval', COMPLETED: 'Paid or returned' },
})
