// How the routes of charges with a due day refuse.
import { invalid } from '../http/server.ts'

export const refuseCobv = invalid('CobVOperacaoInvalida', 'cobv')
export const refuseCobvQuery = invalid('CobVConsultaInvalida')
