// Sales and cashouts by day. For those who do not see it there is the same as a table.
import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import { useReducedMotion } from '@mantine/hooks'
import type { MetricsDay } from '../api/account/metrics.ts'
import { dayText } from '../ui/values/moment.tsx'
import { Money, moneyText } from '../ui/values/money.tsx'
import { useLanguage } from '../words/use-language.ts'
import { useWords } from '../words/words.ts'
import { CHART_HEIGHT } from './chart-height.ts'
import classes from './home.module.css'
import { homeWords } from './words.ts'

const SALES = 'light-dark(#217a54, #57b085)'
const CASHOUTS = 'light-dark(#c1850f, #e3a727)'
const LEGEND_HEIGHT = 36

export function DaysChart({ days }: { days: MetricsDay[] }) {
  const t = useWords(homeWords)
  const { locale } = useLanguage()
  const isStill = useReducedMotion()
  const data = days.map(({ date, sales, cashouts }) => ({
    day: dayText(date, locale, { day: '2-digit', month: '2-digit' }),
    sales: sales.gross,
    cashouts: cashouts.gross,
  }))
  return (
    <figure style={{ margin: 0 }} aria-label={t('chart.label')}>
      <ul className={classes.legend} aria-hidden>
        <li>
          <span style={{ background: SALES }} />
          {t('chart.sales')}
        </li>
        <li>
          <span style={{ background: CASHOUTS }} />
          {t('chart.cashouts')}
        </li>
      </ul>
      <div aria-hidden>
        <BarChart
          h={CHART_HEIGHT - LEGEND_HEIGHT}
          data={data}
          dataKey="day"
          series={[
            { name: 'sales', label: t('chart.sales'), color: SALES },
            { name: 'cashouts', label: t('chart.cashouts'), color: CASHOUTS },
          ]}
          valueFormatter={centavos => moneyText(centavos, locale)}
          yAxisProps={{ width: 76, tickFormatter: (centavos: number) => shortMoney(centavos, locale) }}
          barChartProps={{ accessibilityLayer: false }}
          barProps={{ radius: [3, 3, 0, 0], maxBarSize: 26, isAnimationActive: !isStill }}
          tickLine="none"
        />
      </div>
      <div className="only-heard">
        <DaysTable days={days} />
      </div>
    </figure>
  )
}

const CENTAVOS = 100

/** On an axis, where only the size matters. */
const shortMoney = (centavos: number, locale: string) =>
  new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'BRL',
    notation: 'compact',
    maximumFractionDigits: 1,
  }).format(centavos / CENTAVOS)

function DaysTable({ days }: { days: MetricsDay[] }) {
  const t = useWords(homeWords)
  const { locale } = useLanguage()
  return (
    <table>
      <caption>{t('chart.label')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('chart.day')}</th>
          <th scope="col">{t('chart.sales')}</th>
          <th scope="col">{t('chart.cashouts')}</th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ date, sales, cashouts }) => (
          <tr key={date}>
            <th scope="row">{dayText(date, locale)}</th>
            <td>
              <Money centavos={sales.gross} />
            </td>
            <td>
              <Money centavos={cashouts.gross} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
