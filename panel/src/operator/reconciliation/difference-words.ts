// What kind of difference a case is: also for the first page of the desk, which loads nothing else of the reconciliation.
import { defineWords } from '../../words/words.ts'

export const differenceWords = defineWords('desk-difference', {
  pt: {
    MISSING_HERE: 'Falta aqui',
    MISSING_THERE: 'Falta no provedor',
    OTHER_AMOUNT: 'Outro valor',
    OTHER_ID: 'Outro identificador',
    OTHER_STATE: 'Outra situação',
  },
  en: {
    MISSING_HERE: 'Missing here',
    MISSING_THERE: 'Missing at the provider',
    OTHER_AMOUNT: 'Another amount',
    OTHER_ID: 'Another id',
    OTHER_STATE: 'Another state',
  },
})
