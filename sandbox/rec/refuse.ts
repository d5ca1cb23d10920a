// How the recurrence's routes refuse.
import { invalid } from '../http/server.ts'

export const refuseRec = invalid('RecOperacaoInvalida', 'rec')
export const refuseRecQuery = invalid('RecConsultaInvalida')
