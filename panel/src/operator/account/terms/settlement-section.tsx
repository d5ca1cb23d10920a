// When what the account sells by boleto and card becomes available.
import { Checkbox, NativeSelect, NumberInput, Text } from '@mantine/core'
import { useState } from 'react'
import { type Account, changeAccount } from '../../../api/operator/accounts.ts'
import { Facts, Section } from '../../../ui/layout/section.tsx'
import { useWords } from '../../../words/words.ts'
import { Act } from '../../shared/action-button.tsx'
import { DecisionDialog } from '../../shared/decision-dialog.tsx'
import { accountsWords } from '../words.ts'
import { settlementWords } from './settlement-words.ts'

const MAX_DAYS = 365
const MODES = ['PER_INSTALLMENT', 'AT_ONCE'] as const
const DAYS = ['cardDays', 'boletoDays'] as const

export function SettlementSection({ account }: { account: Account }) {
  const t = useWords(settlementWords)
  const shared = useWords(accountsWords)
  const { cardDays, cardMode, boletoDays, waitsForProvider } = account.settlement
  const daysText = (count: number) => (count === 0 ? t('atOnce') : t('days', { count }))
  const change = (
    <Act
      size="xs"
      label={shared('change')}
      about={t('title')}
      dialog={close => <SettlementDialog account={account} onClose={close} />}
    />
  )
  return (
    <Section title={t('title')} aside={change}>
      <Facts
        facts={[
          { name: t('cardDays'), value: daysText(cardDays) },
          { name: t('cardMode'), value: t(`modes.${cardMode}`) },
          { name: t('boletoDays'), value: daysText(boletoDays) },
          { name: t('waits'), value: t(waitsForProvider ? 'yes' : 'no') },
        ]}
      />
    </Section>
  )
}

function SettlementDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const t = useWords(settlementWords)
  const shared = useWords(accountsWords)
  const [settlement, setSettlement] = useState(account.settlement)
  return (
    <DecisionDialog
      title={t('title')}
      verb={shared('change')}
      action={({ reason }) => changeAccount(account.id, { settlement }, reason)}
      message={shared('changed')}
      onClose={onClose}
    >
      <Text>{t('ask')}</Text>
      {DAYS.map(name => (
        <NumberInput
          key={name}
          label={t(name)}
          min={0}
          max={MAX_DAYS}
          allowDecimal={false}
          hideControls
          value={settlement[name]}
          onChange={days => setSettlement({ ...settlement, [name]: Number(days) })}
        />
      ))}
      <NativeSelect
        label={t('cardMode')}
        value={settlement.cardMode}
        data={MODES.map(value => ({ value, label: t(`modes.${value}`) }))}
        onChange={({ currentTarget: { value } }) =>
          setSettlement({ ...settlement, cardMode: MODES.find(mode => mode === value) ?? settlement.cardMode })
        }
      />
      <Checkbox
        label={t('waits')}
        description={t('waitsHelp')}
        checked={settlement.waitsForProvider}
        onChange={({ currentTarget: { checked } }) => setSettlement({ ...settlement, waitsForProvider: checked })}
      />
    </DecisionDialog>
  )
}
