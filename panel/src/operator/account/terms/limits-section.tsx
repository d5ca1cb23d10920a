// The limits of one account's cashouts, with the increases that are not in force yet.
import { Group, Text } from '@mantine/core'
import { useState } from 'react'
import { type Account, type AccountChange, changeAccount } from '../../../api/operator/accounts.ts'
import { MoneyInput } from '../../../ui/forms/money-input.tsx'
import { Facts, Section } from '../../../ui/layout/section.tsx'
import { momentText } from '../../../ui/values/moment.tsx'
import { Money, moneyText } from '../../../ui/values/money.tsx'
import { useLanguage } from '../../../words/use-language.ts'
import { useWords } from '../../../words/words.ts'
import { Act } from '../../shared/action-button.tsx'
import { DecisionDialog } from '../../shared/decision-dialog.tsx'
import { accountsWords } from '../words.ts'

const LIMITS = ['cashoutMinimumCents', 'cashoutMaximumCents', 'cashoutDayCents', 'cashoutNightCents'] as const
type Limit = (typeof LIMITS)[number]
type Limits = Account['limits']

export function LimitsSection({ account }: { account: Account }) {
  const t = useWords(accountsWords)
  const change = (
    <Act
      size="xs"
      label={t('change')}
      about={t('limits')}
      dialog={close => <LimitsDialog account={account} onClose={close} />}
    />
  )
  return (
    <Section title={t('limits')} aside={change}>
      <Facts
        facts={LIMITS.map(limit => ({
          name: t(`limit.${limit}`),
          value: <LimitValue account={account} limit={limit} />,
        }))}
      />
    </Section>
  )
}

function LimitValue({ account, limit }: { account: Account; limit: Limit }) {
  const t = useWords(accountsWords)
  const { locale } = useLanguage()
  const cents = account.limits[limit]
  const pending = limit === 'cashoutMinimumCents' ? undefined : account.pendingLimits[limit]
  const pendingText = pending && (pending.cents === null ? t('noLimit') : moneyText(pending.cents, locale))
  return (
    <>
      {cents === null ? t('noLimit') : <Money centavos={cents} />}
      {pending !== undefined && pendingText !== undefined && (
        <Group gap="sm">
          <Text size="sm" c="dimmed">
            {t('pending', { amount: pendingText, when: momentText(pending.effectiveAt, locale) })}
          </Text>
          <Act
            size="xs"
            label={t('giveUp')}
            about={t(`limit.${limit}`)}
            dialog={close => <GiveUpDialog account={account} limit={limit} onClose={close} />}
          />
        </Group>
      )}
    </>
  )
}

/** The limit in force is named as the wanted one, and then nothing is pending for it. */
function GiveUpDialog({ account, limit, onClose }: { account: Account; limit: Limit; onClose: () => void }) {
  const t = useWords(accountsWords)
  return (
    <DecisionDialog
      title={t('giveUp')}
      verb={t('giveUp')}
      action={({ reason }) => changeAccount(account.id, { limits: { [limit]: account.limits[limit] } }, reason)}
      message={t('gaveUp')}
      onClose={onClose}
    >
      <Text fw={600}>{t(`limit.${limit}`)}</Text>
      <Text>{t('giveUpAsk')}</Text>
    </DecisionDialog>
  )
}

/** Nobody cashes out nothing; but in a day or a night nothing may leave. */
const CAN_BE_ZERO: readonly Limit[] = ['cashoutDayCents', 'cashoutNightCents']

function LimitsDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const t = useWords(accountsWords)
  const [limits, setLimits] = useState<Record<Limit, number | null>>(account.limits)
  const changed = differing(account.limits, limits)
  const isWhole = limits.cashoutMinimumCents !== null && limits.cashoutMaximumCents !== null
  return (
    <DecisionDialog
      title={t('limits')}
      verb={t('change')}
      ready={isWhole && Object.keys(changed).length > 0}
      action={({ reason }) => changeAccount(account.id, { limits: changed }, reason)}
      message={t('changed')}
      onClose={onClose}
    >
      <Text>{t('limitsAsk')}</Text>
      {LIMITS.map(limit => (
        <MoneyInput
          canBeZero={CAN_BE_ZERO.includes(limit)}
          key={limit}
          label={t(`limit.${limit}`)}
          value={limits[limit]}
          onChange={cents => setLimits({ ...limits, [limit]: cents })}
        />
      ))}
    </DecisionDialog>
  )
}

const differing = (before: Limits, after: Record<Limit, number | null>) =>
  Object.fromEntries(
    LIMITS.filter(limit => before[limit] !== after[limit]).map(limit => [limit, after[limit]]),
  ) as NonNullable<AccountChange['limits']>
