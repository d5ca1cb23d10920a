// The value of a rule's field, for people.
import type { ApprovalRule } from '../api/account/payout-rules.ts'
import { moneyText } from '../ui/values/money.tsx'
import { useLanguage } from '../words/use-language.ts'
import { useWords } from '../words/words.ts'
import type { RuleName } from './rule-draft.ts'
import { ruleWords } from './words.ts'

export function useRuleText(): (name: RuleName, value: ApprovalRule[RuleName]) => string {
  const t = useWords(ruleWords)
  const { locale } = useLanguage()
  return (name, value) => {
    if (value === null) return t('values.none')
    if (typeof value === 'boolean') return t(value ? 'values.yes' : 'values.no')
    if (typeof value === 'string') return value
    if (name.endsWith('Cents')) return moneyText(value, locale)
    return name.endsWith('Hours') ? t('values.hours', { count: value }) : String(value)
  }
}
