// Figures by day as the panel reads them: amounts in integer cents.
import { Type } from 'typebox'

const FiguresSchema = Type.Object({
  count: Type.Integer(),
  gross: Type.Integer({ description: 'Cents' }),
  fee: Type.Integer({ description: 'Cents' }),
  net: Type.Integer({ description: 'Cents' }),
})

const MadeSchema = Type.Object({
  count: Type.Integer({ description: 'Sales that were made, paid or not' }),
  paid: Type.Integer({ description: 'How many of those were paid until the end of the last day' }),
  conversionBasisPoints: Type.Union([Type.Integer(), Type.Null()], {
    description: '10000 is all; null: none was made',
  }),
})

const daySeries = {
  sales: Type.Object(FiguresSchema.properties, { description: 'Paid on the day; refunds are not taken off' }),
  cashouts: Type.Object(FiguresSchema.properties, {
    description: 'Settled on the day; what came back is not taken off',
  }),
  generated: MadeSchema,
}

export const MetricsSchema = Type.Object({
  from: Type.String(),
  to: Type.String(),
  days: Type.Array(Type.Object({ date: Type.String(), ...daySeries })),
  totals: Type.Object(daySeries),
})
