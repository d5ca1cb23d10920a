// The value of a parameter: money where its name ends in cents.
import { Money } from '../../ui/values/money.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { monitoringRuleWords } from './rule-words.ts'

export function ParameterValue({ name, value }: { name: string; value: number | null }) {
  const t = useWords(monitoringRuleWords)
  const { locale } = useLanguage()
  if (value === null) return <span>{t('noLimit')}</span>
  if (name.endsWith('Cents')) return <Money centavos={value} />
  return <span className="figures">{new Intl.NumberFormat(locale).format(value)}</span>
}
