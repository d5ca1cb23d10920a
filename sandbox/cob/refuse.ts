// How the charge's routes refuse.
import { invalid } from '../http/server.ts'

export const refuseCob = invalid('CobOperacaoInvalida', 'cob')
export const refuseCobQuery = invalid('CobConsultaInvalida')
