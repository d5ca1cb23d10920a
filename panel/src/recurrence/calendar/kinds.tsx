// What a day has: expected, paid, failed. Each has a shape of its own beside its colour.
import { Group } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react'
import type { Calendar } from '../../api/recurrence/calendar.ts'
import classes from '../../ui/calendar/calendar.module.css'
import { moneyText } from '../../ui/values/money.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { calendarWords } from './calendar-words.ts'

export const KINDS = ['expected', 'paid', 'failed'] as const
export type Kind = (typeof KINDS)[number]
export type Sum = Calendar['total'][Kind]
export type Day = Calendar['days'][number]

const ICONS = { expected: IconCircleDashed, paid: IconCircleCheck, failed: IconCircleX }

export function KindMark({ kind }: { kind: Kind }) {
  const Icon = ICONS[kind]
  return <Icon size={14} className={classes.mark} data-kind={kind} aria-hidden />
}

/** "R$ 99,80 em 2 débitos, 1 sem valor". */
export function useSumText() {
  const t = useWords(calendarWords)
  const { locale } = useLanguage()
  return ({ count, amount, withoutAmount }: Sum): string => {
    if (count === 0) return t('none')
    const whole = t('sum', { amount: moneyText(amount, locale), count })
    return withoutAmount === 0 ? whole : `${whole}, ${t('withoutAmount', { count: withoutAmount })}`
  }
}

/** Those of a day that are there, as a line each. */
export function DaySums({ day, isShort }: { day: Day; isShort: boolean }) {
  const t = useWords(calendarWords)
  const { locale } = useLanguage()
  const sumText = useSumText()
  return KINDS.filter(kind => day[kind].count > 0).map(kind => {
    const { amount, count, withoutAmount } = day[kind]
    const isUnknown = amount === 0 && withoutAmount > 0
    const short = isUnknown ? t('withoutAmount', { count }) : moneyText(amount, locale)
    return (
      <Group key={kind} component="span" gap={4} wrap="nowrap" className={classes.sum}>
        <KindMark kind={kind} />
        <span className="only-heard">{t(`kinds.${kind}`)}: </span>
        <span className={isShort ? classes.short : 'figures'}>{isShort ? short : sumText(day[kind])}</span>
      </Group>
    )
  })
}
