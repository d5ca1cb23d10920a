// What the acquirer owes itself about cards.
import { contestCard, decideByItself, endDispute } from './chargeback.ts'
import { creditCard } from './credit.ts'
import { expireLink } from './link.ts'
import { answerByItself, decideCard, endChallenge } from './pay.ts'
import { settleCardRefund } from './refund.ts'

export const CARD_TASKS = {
  'decide card': decideCard,
  'challenge over': endChallenge,
  'answer challenge': answerByItself,
  'decide chargeback': decideByItself,
  'credit card': creditCard,
  'contest card': contestCard,
  'chargeback deadline': endDispute,
  'settle card refund': settleCardRefund,
  'link expires': expireLink,
}
