// How the recurring charge's routes refuse.
import { invalid } from '../http/server.ts'

export const refuseCobr = invalid('CobROperacaoInvalida', 'cobr')
export const refuseCobrQuery = invalid('CobRConsultaInvalida')
