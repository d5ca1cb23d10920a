// Sales and cashouts of the period, the number of paid charges, and the same day by day.
import { Box, Text } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { type MetricsDay, useMetrics } from '../api/account/metrics.ts'
import { ErrorState, LoadingBlock } from '../ui/feedback/states.tsx'
import { Section } from '../ui/layout/section.tsx'
import { Money } from '../ui/values/money.tsx'
import { useLanguage } from '../words/use-language.ts'
import { useWords } from '../words/words.ts'
import { CHART_HEIGHT } from './chart-height.ts'
import classes from './home.module.css'
import { useSpan } from './span-switch.tsx'
import { homeWords } from './words.ts'

// The charts are more than everything else together.
const DaysChart = lazy(() => import('./days-chart.tsx').then(({ DaysChart: chart }) => ({ default: chart })))

/** One day alone is no chart: today is shown among its week. */
const FEWEST_CHARTED = 7

export function Figures() {
  const t = useWords(homeWords)
  const span = useSpan()
  const metrics = useMetrics(Math.max(span, FEWEST_CHARTED))
  if (metrics.isLoadingError) return <ErrorState error={metrics.error} retry={() => void metrics.refetch()} />
  if (metrics.isPending) return <LoadingBlock height={FIGURES_HEIGHT} />
  const { days, totals } = metrics.data
  return (
    <>
      <Totals {...(span === 1 ? (days.at(-1) ?? totals) : totals)} />
      <Section title={t(span === 1 ? 'chart.week' : 'chart.title')}>
        {days.some(hasMoved) ? (
          <Suspense fallback={<LoadingBlock height={CHART_HEIGHT} />}>
            <DaysChart days={days} />
          </Suspense>
        ) : (
          <Still />
        )}
      </Section>
    </>
  )
}

const FIGURES_HEIGHT = 520

const hasMoved = ({ sales, cashouts }: MetricsDay): boolean => sales.gross > 0 || cashouts.gross > 0

/** A chart without a single bar is not shown. */
function Still() {
  const t = useWords(homeWords)
  return (
    <Box className={classes.still ?? ''} h={STILL_HEIGHT}>
      <Text fw={600}>{t('chart.still')}</Text>
      <Text c="dimmed" size="sm">
        {t('chart.stillText')}
      </Text>
    </Box>
  )
}

const STILL_HEIGHT = 140

function Totals({ sales, cashouts, generated }: Pick<MetricsDay, 'sales' | 'cashouts' | 'generated'>) {
  const t = useWords(homeWords)
  const { count, paid, conversionBasisPoints } = generated
  return (
    <section aria-label={t('figures.title')} className={classes.figures}>
      <Figure name={t('figures.sales')} note={t('figures.sales_count', { count: sales.count })}>
        <Money centavos={sales.gross} />
      </Figure>
      <Figure name={t('figures.cashouts')} note={t('figures.cashouts_count', { count: cashouts.count })}>
        <Money centavos={cashouts.gross} />
      </Figure>
      <Figure
        name={t('figures.conversion')}
        note={count === 0 ? t('figures.conversionNone') : t('figures.conversionOf', { count, paid })}
      >
        <Share basisPoints={conversionBasisPoints} />
      </Figure>
    </section>
  )
}

function Figure({ name, note, children }: { name: string; note: string; children: ReactNode }) {
  return (
    <div className={classes.figure}>
      <Text c="dimmed">{name}</Text>
      <div className={classes.value}>{children}</div>
      <Text c="dimmed" size="sm">
        {note}
      </Text>
    </div>
  )
}

const WHOLE = 10_000

function Share({ basisPoints }: { basisPoints: number | null }) {
  const { locale } = useLanguage()
  if (basisPoints === null) return <span>–</span>
  const text = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(basisPoints / WHOLE)
  return <span className="figures">{text}</span>
}
