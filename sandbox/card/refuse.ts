// What the acquirer refuses about cards, in the words of Efí's documents. They show no code for a refund that is not possible: those here have
// the one of a field that does not hold.
import { refused } from '../acquirer/refuse.ts'
import type { Refused } from '../refused.ts'

export const tokenUsed = (): Refused =>
  refused(3_500_018, 'payment_token_used', 'O payment_token fornecido já foi utilizado.')

export const otherKindOfCard = (): Refused =>
  refused(3_500_007, 'type', 'O tipo de pagamento informado na propriedade [type] não está disponível.')

export const cardUnderWay = (): Refused =>
  refused(
    3_500_070,
    'charge_status',
    'Apenas cobranças com status [waiting] que não foram pagas com cartão de crédito podem ser atualizadas.',
  )

export const hasLink = (): Refused =>
  refused(3_500_080, 'charge_has_link', 'Essa cobrança já teve um link de pagamento definido.')

export const noLinkPossible = (): Refused => refused(3_500_081, 'charge_status', 'A cobrança não possui status [new].')

export const notRefundable = (why: string): Refused => refused(4_600_002, 'refund', `Erro de validação: ${why}`)
