// The reserve that is kept of each sale for a while.
import { NumberInput, Text } from '@mantine/core'
import { useState } from 'react'
import { type Account, changeAccount } from '../../../api/operator/accounts.ts'
import { Rate, RateInput } from '../../../ui/forms/rate.tsx'
import { Facts, Section } from '../../../ui/layout/section.tsx'
import { useWords } from '../../../words/words.ts'
import { Act } from '../../shared/action-button.tsx'
import { DecisionDialog } from '../../shared/decision-dialog.tsx'
import { accountsWords } from '../words.ts'

const MAX_DAYS = 3_650

export function ReserveSection({ account }: { account: Account }) {
  const t = useWords(accountsWords)
  const change = (
    <Act
      size="xs"
      label={t('change')}
      about={t('reserve')}
      dialog={close => <ReserveDialog account={account} onClose={close} />}
    />
  )
  const { basisPoints, days } = account.reserve
  return (
    <Section title={t('reserve')} aside={change}>
      <Facts
        facts={[
          { name: t('reserveRate'), value: <Rate basisPoints={basisPoints} /> },
          { name: t('reserveDays'), value: t('days', { count: days }) },
        ]}
      />
    </Section>
  )
}

function ReserveDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const t = useWords(accountsWords)
  const [reserve, setReserve] = useState(account.reserve)
  return (
    <DecisionDialog
      title={t('reserve')}
      verb={t('change')}
      action={({ reason }) => changeAccount(account.id, { reserve }, reason)}
      message={t('changed')}
      onClose={onClose}
    >
      <Text>{t('reserveAsk')}</Text>
      <RateInput
        label={t('reserveRate')}
        value={reserve.basisPoints}
        onChange={basisPoints => setReserve({ ...reserve, basisPoints })}
      />
      <NumberInput
        label={t('reserveDays')}
        min={0}
        max={MAX_DAYS}
        allowDecimal={false}
        hideControls
        value={reserve.days}
        onChange={days => setReserve({ ...reserve, days: Number(days) })}
      />
    </DecisionDialog>
  )
}
