// The payout rules: which cashouts wait for whose approval.
import { Alert, Stack } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../api/access/me.ts'
import { type PayoutRules, useRules } from '../api/account/payout-rules.ts'
import { AroundCashouts } from '../cashout/tabs.tsx'
import { ErrorState, LoadingPage } from '../ui/feedback/states.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { SecretDialog } from '../ui/values/secret-dialog.tsx'
import { useWords } from '../words/words.ts'
import { ProposalSection } from './proposal/proposal-section.tsx'
import { RulesForm } from './rules-form.tsx'
import { VelocitySection } from './velocity-limits-section.tsx'
import { ruleWords } from './words.ts'

export function RulesPage() {
  const t = useWords(ruleWords)
  const { data, error, isPending, refetch } = useRules()
  if (isPending) return <LoadingPage />
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <AroundCashouts />
      {data === undefined ? <ErrorState error={error} retry={() => void refetch()} /> : <Rules rules={data} />}
    </>
  )
}

function Rules({ rules }: { rules: PayoutRules }) {
  const t = useWords(ruleWords)
  const isReading = useMay('PATCH /api/payout-rules') === false
  const [secret, setSecret] = useState<string | null>(null)
  const showSecret = ({ approvalSecret }: PayoutRules) => setSecret(approvalSecret ?? null)
  return (
    <Stack gap="md">
      {rules.proposal !== undefined && (
        <ProposalSection rules={rules} proposal={rules.proposal} onChanged={showSecret} />
      )}
      {isReading && (
        <Alert role="note" variant="default" color="ocre">
          {t('onlyOwner')}
        </Alert>
      )}
      <RulesForm rules={rules} isReading={isReading} onSaved={showSecret} />
      <VelocitySection rules={rules} />
      <SecretDialog secret={secret} text={t('secret')} onClose={() => setSecret(null)} />
    </Stack>
  )
}
