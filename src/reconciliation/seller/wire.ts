// The outward form of a seller's own reconciliation: for each list of the PSPs, how far it agrees with our books.
import { Type } from 'typebox'
import { LISTS } from '../case/difference.ts'

export const ListSchema = Type.Object({
  list: Type.Enum([...LISTS], { description: 'Came in, went back to its payer, was paid out, or came back of that' }),
  booked: Type.Integer({ description: 'Movements of the period: matched + unmatched + waiting' }),
  amount: Type.Integer({ description: 'Cents of them' }),
  matched: Type.Integer({ description: "The PSP's list agrees, or the difference has been answered" }),
  unmatched: Type.Integer({ description: 'The list differs, and nobody has answered it yet' }),
  waiting: Type.Integer({ description: 'Their day has not been compared yet' }),
  notBooked: Type.Integer({ description: "On the PSP's list, and not in our books yet" }),
  difference: Type.Integer({
    description: 'Cents that the PSP counts as moved, less those that we do, while it is open',
  }),
})
