// Why a refund is refused, in words: a sentence for each reason that the gateway gives.
import type { RefundRefusal } from '#sale/refund/refusal-reasons.ts'
import { defineWords } from '../../words/words.ts'

const pt = {
  NO_REFUNDS: 'O provedor deste cartão não faz reembolsos. Fale com a operação.',
  WHOLE_ONLY: 'O provedor deste cartão só reembolsa a venda inteira.',
  TOO_LATE: 'O prazo do reembolso terminou: são {{days}} dias depois do pagamento.',
  PART_TOO_LATE: 'O prazo para reembolsar só uma parte terminou: são {{days}} dias depois do pagamento.',
  NOTHING_LEFT: 'Não sobra nada desta venda para reembolsar.',
  MORE_THAN_LEFT: 'Desta venda ainda podem ser reembolsados {{amount}}.',
  VELOCITY_LIMIT: 'Sairia da conta mais do que os limites dela deixam passar. Reembolse menos, ou tente mais tarde.',
} satisfies Record<RefundRefusal, string>

export const refundRefusalWords = defineWords('refund-refusals', {
  pt,
  en: {
    NO_REFUNDS: 'The provider of this card takes no refunds. Talk to the operator.',
    WHOLE_ONLY: 'The provider of this card only refunds the whole sale.',
    TOO_LATE: 'The time for a refund is over: {{days}} days after the payment.',
    PART_TOO_LATE: 'The time to refund only a part is over: {{days}} days after the payment.',
    NOTHING_LEFT: 'Nothing of this sale is left to refund.',
    MORE_THAN_LEFT: 'Of this sale {{amount}} can still be refunded.',
    VELOCITY_LIMIT: 'More would leave the account than its limits let through. Refund less, or try again later.',
  },
})

const KNOWN = Object.keys(pt) as RefundRefusal[]

/** null: a newer gateway has reasons that this page does not know. */
export const knownRefusal = (name: unknown): RefundRefusal | null => KNOWN.find(one => one === name) ?? null
