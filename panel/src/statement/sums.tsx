// The sums of a period: before, in, out, after.
import { Text } from '@mantine/core'
import type { Summary } from '../api/money/statement.ts'
import type { ChosenPeriod } from '../ui/filters/period.ts'
import { dayText } from '../ui/values/moment.tsx'
import { Money, moneyText } from '../ui/values/money.tsx'
import { useLanguage } from '../words/use-language.ts'
import { useWords } from '../words/words.ts'
import classes from './statement.module.css'
import { statementWords } from './words.ts'

export function Sums({ summary: { opening, credits, debits, fees, closing } }: { summary: Summary }) {
  const t = useWords(statementWords)
  const { locale } = useLanguage()
  return (
    <dl className={classes.sums}>
      <div>
        <dt>{t('sums.opening')}</dt>
        <dd>
          <Money centavos={opening.total} />
        </dd>
      </div>
      <div>
        <dt>{t('sums.credits')}</dt>
        <dd>
          <Money centavos={credits} signed />
        </dd>
      </div>
      <div>
        <dt>{t('sums.debits')}</dt>
        <dd>
          <Money centavos={debits} signed />
        </dd>
        <dd>
          <Text size="sm" c="dimmed">
            {t('sums.fees')} <Money centavos={fees} />
          </Text>
        </dd>
      </div>
      <div>
        <dt>{t('sums.closing')}</dt>
        <dd>
          <Money centavos={closing.total} />
        </dd>
        <dd>
          <Text size="sm" c="dimmed">
            {t('sums.available', { amount: moneyText(closing.available, locale) })}
            <br />
            {t('sums.blocked', { amount: moneyText(closing.blocked, locale) })}
          </Text>
        </dd>
      </div>
    </dl>
  )
}

/** "De 01/11/2026 a 21/11/2026" */
export function useSpanText({ from, to }: ChosenPeriod): string {
  const t = useWords(statementWords)
  const { locale } = useLanguage()
  if (from === undefined) return to === undefined ? t('sums.whole') : t('sums.until', { to: dayText(to, locale) })
  return to === undefined
    ? t('sums.since', { from: dayText(from, locale) })
    : t('sums.between', { from: dayText(from, locale), to: dayText(to, locale) })
}
