// Where data of a customer may also be that no look-up by a document finds: said in each export, in Portuguese.
import type { RetentionTerms } from '../retention/terms.ts'

export const elsewhereFor = ({ notificationDays, requestLogDays, callbackDays }: RetentionTerms): readonly string[] => [
  `Notificações enviadas ao sistema da loja repetem os dados da compra e são apagadas ${notificationDays} dias depois de criadas.`,
  `O registro de requisições da API guarda corpos com os dados pessoais ocultados, por ${requestLogDays} dias.`,
  `Os avisos do banco ficam guardados como chegaram, por ${callbackDays} dias.`,
  'Cópias de segurança cifradas repetem o banco de dados do dia em que foram feitas, pelo tempo que o operador as guarda.',
]
