// The figures of carts as people read them.
import { type Static, Type } from 'typebox'
import { toCentsNumber } from '#kernel/money.ts'
import type { CartFigures } from './store.ts'

export const CartFiguresSchema = Type.Object({
  from: Type.String({ description: 'The first day' }),
  to: Type.String({ description: 'The last day' }),
  opened: Type.Integer(),
  completed: Type.Integer({ description: 'Of the opened ones, paid without having been abandoned' }),
  abandoned: Type.Integer({ description: 'In the period, whenever they were opened' }),
  recovered: Type.Integer({ description: 'Of the abandoned ones, paid since' }),
  recoveredAmount: Type.Integer({ description: 'Cents' }),
  recoveryBasisPoints: Type.Union([Type.Integer(), Type.Null()], {
    description: 'recovered of abandoned; null where none was abandoned',
  }),
})

const WHOLE = 10_000

export function figuresForm(
  { opened, completed, abandoned, recovered, recoveredAmount }: CartFigures,
  { from, to }: { from: string; to: string },
): Static<typeof CartFiguresSchema> {
  return {
    from,
    to,
    opened,
    completed,
    abandoned,
    recovered,
    recoveredAmount: toCentsNumber(recoveredAmount),
    recoveryBasisPoints: abandoned === 0 ? null : Math.round((recovered * WHOLE) / abandoned),
  }
}
