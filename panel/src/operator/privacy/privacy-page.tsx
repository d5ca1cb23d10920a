// The data of a customer of an account, for the operator; as a file also of all accounts.
import { NumberInput, Stack } from '@mantine/core'
import { useState } from 'react'
import { ofOperator } from '../../api/privacy/operator.ts'
import { CustomerData } from '../../privacy/customer-data.tsx'
import { privacyWords } from '../../privacy/words.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { useWords } from '../../words/words.ts'
import { RecordsSection } from './records-section.tsx'

export function OperatorPrivacyPage() {
  const t = useWords(privacyWords)
  const [accountId, setAccountId] = useState<number | null>(null)
  return (
    <>
      <PageHeader title={t('title')} description={t('operatorDescription')} />
      <Stack gap="lg">
        <NumberInput
          label={t('account')}
          description={t('accountHelp')}
          maw={320}
          min={1}
          hideControls
          allowDecimal={false}
          allowNegative={false}
          value={accountId ?? ''}
          onChange={value => setAccountId(typeof value === 'number' ? value : null)}
        />
        <CustomerData key={accountId} routes={ofOperator(accountId)} mayErase={accountId !== null} />
        <RecordsSection />
      </Stack>
    </>
  )
}
