// The limits of cashouts, up to the operator's maximum; an increase that takes effect later is shown with its date.
import { Button, Group, Stack, Text } from '@mantine/core'
import { MoneyInput } from '../../ui/forms/money-input.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { distanceText, momentText } from '../../ui/values/moment.tsx'
import { moneyText } from '../../ui/values/money.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { GUARDS, type Guard, isRaised, limitProblem } from './draft.ts'
import type { PartProps } from './settings-form.tsx'
import { settingsWords } from './words.ts'

export function LimitsSection(props: PartProps) {
  const t = useWords(settingsWords)
  const { locale } = useLanguage()
  const amount = moneyText(props.account.limits.cashoutMinimumCents, locale)
  return (
    <Section title={t('limits.title')}>
      <Stack gap="md">
        <Text>{t('limits.text')}</Text>
        {GUARDS.map(guard => (
          <Stack key={guard} gap={6}>
            <LimitField {...props} guard={guard} />
            <Waiting {...props} guard={guard} />
          </Stack>
        ))}
        <Text size="sm" c="dimmed">
          {t('limits.minimum', { amount })}
        </Text>
      </Stack>
    </Section>
  )
}

type LimitProps = PartProps & { guard: Guard }

function LimitField({ account, settings: { draft, set }, guard, isReading }: LimitProps) {
  const t = useWords(settingsWords)
  const { locale } = useLanguage()
  const { limits, grantedLimits } = account
  const granted = grantedLimits[guard]
  const problem = limitProblem(guard, draft, account)
  const bound = problem === 'belowMinimum' ? limits.cashoutMinimumCents : granted
  const help = granted === null ? t('limits.free') : t('limits.upTo', { amount: moneyText(granted, locale) })
  return (
    <MoneyInput
      canBeZero
      label={t(`limits.${guard}`)}
      {...(!isReading && { description: isRaised(guard, draft, account) ? t('limits.raised') : help })}
      {...(draft[guard] === null && { placeholder: t('limits.none') })}
      value={draft[guard]}
      error={problem !== null && t(`limits.${problem}`, { amount: bound === null ? '' : moneyText(bound, locale) })}
      onChange={cents => set({ [guard]: cents })}
    />
  )
}

function Waiting({ account, settings: { giveUp, isPending }, guard, isReading }: LimitProps) {
  const t = useWords(settingsWords)
  const { locale } = useLanguage()
  const pending = account.pendingLimits[guard]
  if (pending === undefined) return null
  const { cents, effectiveAt } = pending
  const message = {
    amount: cents === null ? t('limits.none') : moneyText(cents, locale),
    moment: momentText(effectiveAt, locale),
    when: distanceText(effectiveAt, locale),
  }
  return (
    <Group gap="sm" justify="space-between">
      <Text size="sm" flex="1 1 14rem">
        {t('limits.waiting', message)}
      </Text>
      {!isReading && (
        <Button
          variant="default"
          size="xs"
          disabled={isPending}
          aria-label={t('limits.giveUpOf', { limit: t(`limits.${guard}`) })}
          onClick={() => giveUp(guard)}
        >
          {t('limits.giveUp')}
        </Button>
      )}
    </Group>
  )
}
