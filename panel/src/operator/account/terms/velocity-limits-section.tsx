// The operator's velocity limits of an account: cashouts above them wait for the operator.
import { NumberInput, Text } from '@mantine/core'
import { useState } from 'react'
import type { PayoutRules } from '../../../api/account/payout-rules.ts'
import { changePayoutRules, type RulesChange } from '../../../api/operator/accounts.ts'
import { MoneyInput } from '../../../ui/forms/money-input.tsx'
import { Facts, Section } from '../../../ui/layout/section.tsx'
import { Money } from '../../../ui/values/money.tsx'
import { useWords } from '../../../words/words.ts'
import { Act } from '../../shared/action-button.tsx'
import { DecisionDialog } from '../../shared/decision-dialog.tsx'
import { accountsWords } from '../words.ts'

type Velocity = PayoutRules['outflow']

interface VelocityProps {
  accountId: number
  outflow: Velocity
}

export function VelocitySection({ accountId, outflow: velocity }: VelocityProps) {
  const t = useWords(accountsWords)
  const { most10MinutesCents, mostHourCents, timesUsual, usualLeastCents } = velocity
  const money = (centavos: number | null) => (centavos === null ? t('noLimit') : <Money centavos={centavos} />)
  const change = (
    <Act
      size="xs"
      label={t('change')}
      about={t('outflow.title')}
      dialog={close => <VelocityDialog accountId={accountId} outflow={velocity} onClose={close} />}
    />
  )
  return (
    <Section title={t('outflow.title')} aside={change}>
      <Facts
        facts={[
          { name: t('outflow.minutes'), value: money(most10MinutesCents) },
          { name: t('outflow.hour'), value: money(mostHourCents) },
          {
            name: t('outflow.times'),
            value: timesUsual === null ? t('noLimit') : t('outflow.timesOf', { times: timesUsual }),
          },
          { name: t('outflow.least'), value: money(usualLeastCents) },
        ]}
      />
      <Text size="sm" c="dimmed" mt="sm">
        {t('outflow.text')}
      </Text>
    </Section>
  )
}

const MAX_TIMES = 1_000

function VelocityDialog({ accountId, outflow: velocity, onClose }: VelocityProps & { onClose: () => void }) {
  const t = useWords(accountsWords)
  const [limits, setLimits] = useState<Velocity>(velocity)
  const set = (change: Partial<Velocity>) => setLimits({ ...limits, ...change })
  const changed = differing(velocity, limits)
  return (
    <DecisionDialog
      title={t('outflow.title')}
      verb={t('change')}
      ready={Object.keys(changed).length > 0}
      action={({ reason }) => changePayoutRules(accountId, { outflow: changed }, reason)}
      message={t('changed')}
      onClose={onClose}
    >
      <Text>{t('outflow.ask')}</Text>
      <MoneyInput
        canBeZero
        label={t('outflow.minutes')}
        value={limits.most10MinutesCents}
        onChange={most10MinutesCents => set({ most10MinutesCents })}
      />
      <MoneyInput
        canBeZero
        label={t('outflow.hour')}
        value={limits.mostHourCents}
        onChange={mostHourCents => set({ mostHourCents })}
      />
      <NumberInput
        label={t('outflow.times')}
        description={t('outflow.timesHelp')}
        min={1}
        max={MAX_TIMES}
        allowDecimal={false}
        hideControls
        value={limits.timesUsual ?? ''}
        onChange={times => set({ timesUsual: times === '' ? null : Number(times) })}
      />
      <MoneyInput
        canBeZero
        label={t('outflow.least')}
        description={t('outflow.leastHelp')}
        value={limits.usualLeastCents}
        onChange={cents => set({ usualLeastCents: cents ?? 0 })}
      />
    </DecisionDialog>
  )
}

const LIMITS = ['most10MinutesCents', 'mostHourCents', 'timesUsual', 'usualLeastCents'] as const

const differing = (before: Velocity, after: Velocity) =>
  Object.fromEntries(
    LIMITS.filter(limit => before[limit] !== after[limit]).map(limit => [limit, after[limit]]),
  ) as NonNullable<RulesChange['outflow']>
