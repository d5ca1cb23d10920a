// What became of the carts of the last thirty days.
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useCartFigures } from '../api/money/carts.ts'
import { ErrorState, LoadingBlock } from '../ui/feedback/states.tsx'
import { Section } from '../ui/layout/section.tsx'
import { Money } from '../ui/values/money.tsx'
import { useLanguage } from '../words/use-language.ts'
import { useWords } from '../words/words.ts'
import classes from './cart.module.css'
import { cartWords } from './words.ts'

const HEIGHT = 168
const WHOLE = 10_000

export function Funnel() {
  const t = useWords(cartWords)
  const { locale } = useLanguage()
  const { data, error, isPending, isLoadingError, refetch } = useCartFigures()
  if (isPending) return <LoadingBlock height={HEIGHT} />
  if (isLoadingError) return <ErrorState error={error} retry={() => void refetch()} />
  const { opened, completed, abandoned, recovered, recoveredAmount, recoveryBasisPoints } = data
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  const rate = recoveryBasisPoints === null ? '–' : percent.format(recoveryBasisPoints / WHOLE)
  return (
    <Section title={t('funnel.title')}>
      <dl className={classes.funnel}>
        <Step name={t('funnel.opened')} value={opened} of={opened} />
        <Step name={t('funnel.completed')} value={completed} of={opened} />
        <Step name={t('funnel.abandoned')} value={abandoned} of={Math.max(opened, abandoned)} />
        <Step name={t('funnel.recovered')} value={recovered} of={Math.max(opened, abandoned)} />
      </dl>
      <dl className={classes.rates}>
        <Rate name={t('funnel.rate')} note={t('funnel.rateNote')}>
          <span className="figures">{rate}</span>
        </Rate>
        <Rate name={t('funnel.amount')}>
          <Money centavos={recoveredAmount} />
        </Rate>
      </dl>
    </Section>
  )
}

/** A bar as long as its part of the opened ones; the number says the same to who does not see it. */
function Step({ name, value, of }: { name: string; value: number; of: number }) {
  const { locale } = useLanguage()
  const share = of === 0 ? 0 : value / of
  return (
    <div className={classes.step}>
      <dt>{name}</dt>
      <dd className="figures">{new Intl.NumberFormat(locale).format(value)}</dd>
      <svg className={classes.bar} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <rect width="100" height="8" className={classes.track} />
        <rect width={share * 100} height="8" className={classes.part} />
      </svg>
    </div>
  )
}

interface RateProps {
  name: string
  note?: string
  children: ReactNode
}

const Rate = ({ name, note, children }: RateProps) => (
  <div>
    <dt>{name}</dt>
    <dd className={classes.rate}>{children}</dd>
    {note !== undefined && (
      <dd>
        <Text size="sm" c="dimmed">
          {note}
        </Text>
      </dd>
    )}
  </div>
)
