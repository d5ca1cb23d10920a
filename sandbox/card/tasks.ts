// What the acquirer owes itself about cards.
import { contestCard, endDispute } from './chargeback.ts'
import { creditCard } from './credit.ts'
import { expireLink } from './link.ts'
import { decideCard, endChallenge } from './pay.ts'
import { settleCardRefund } from './refund.ts'

export const CARD_TASKS = {
  'decide card': decideCard,
  'challenge over': endChallenge,
  'credit card': creditCard,
  'contest card': contestCard,
  'chargeback deadline': endDispute,
  'settle card refund': settleCardRefund,
  'link expires': expireLink,
}
