// The operator's limits of what leaves an account by itself: what is above them waits for the operation.
import { NumberInput, Text } from '@mantine/core'
import { useState } from 'react'
import { changePayoutRules, type RulesChange } from '../../api/desk/accounts.ts'
import type { PayoutRules } from '../../api/payout-rules.ts'
import { Money } from '../../ui/money.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { Facts, Section } from '../../ui/section.tsx'
import { useWords } from '../../words/words.ts'
import { Act } from '../act.tsx'
import { DecisionDialog } from '../decision-dialog.tsx'
import { accountsWords } from './words.ts'

type Outflow = PayoutRules['outflow']

interface OutflowProps {
  accountId: number
  outflow: Outflow
}

export function OutflowSection({ accountId, outflow }: OutflowProps) {
  const t = useWords(accountsWords)
  const { most10MinutesCents, mostHourCents, timesUsual, usualLeastCents } = outflow
  const money = (centavos: number | null) => (centavos === null ? t('noLimit') : <Money centavos={centavos} />)
  const change = (
    <Act
      size="xs"
      label={t('change')}
      about={t('outflow.title')}
      dialog={close => <OutflowDialog accountId={accountId} outflow={outflow} onClose={close} />}
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

const MOST_TIMES = 1_000

function OutflowDialog({ accountId, outflow, onClose }: OutflowProps & { onClose: () => void }) {
  const t = useWords(accountsWords)
  const [limits, setLimits] = useState<Outflow>(outflow)
  const set = (change: Partial<Outflow>) => setLimits({ ...limits, ...change })
  const changed = differing(outflow, limits)
  return (
    <DecisionDialog
      title={t('outflow.title')}
      verb={t('change')}
      ready={Object.keys(changed).length > 0}
      deed={({ reason }) => changePayoutRules(accountId, { outflow: changed }, reason)}
      said={t('changed')}
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
        max={MOST_TIMES}
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

const differing = (before: Outflow, after: Outflow) =>
  Object.fromEntries(
    LIMITS.filter(limit => before[limit] !== after[limit]).map(limit => [limit, after[limit]]),
  ) as NonNullable<RulesChange['outflow']>
