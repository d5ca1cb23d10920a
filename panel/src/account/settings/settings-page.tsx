// The settings of the account: its owner changes them, the others read them.
import { Alert } from '@mantine/core'
import { useMay } from '../../api/access/me.ts'
import { type Account, useAccount } from '../../api/access/session.ts'
import { DeniedState, ErrorState, LoadingPage } from '../../ui/feedback/states.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { useWords } from '../../words/words.ts'
import { FeesSection } from './fees-section.tsx'
import { MailSection } from './mail-section.tsx'
import { OperatorSettingsSection } from './operator-settings-section.tsx'
import classes from './settings.module.css'
import { SettingsForm } from './settings-form.tsx'
import { settingsWords } from './words.ts'

export function SettingsPage() {
  const t = useWords(settingsWords)
  const { data, error, isPending, isLoadingError, refetch } = useAccount()
  if (isPending) return <LoadingPage />
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      {isLoadingError && <ErrorState error={error} retry={() => void refetch()} />}
      {/* An operator without an account. */}
      {data === null && <DeniedState />}
      {data !== null && data !== undefined && <Settings account={data} />}
    </>
  )
}

function Settings({ account }: { account: Account }) {
  const t = useWords(settingsWords)
  const may = useMay('PATCH /api/account')
  if (may === null) return <LoadingPage />
  return (
    <>
      {!may && (
        <Alert role="note" variant="default" color="ocre" mb="md">
          {t('onlyOwner')}
        </Alert>
      )}
      <SettingsForm key={account.id} account={account} isReading={!may} />
      <div className={classes.parts}>
        <FeesSection account={account} />
        <OperatorSettingsSection account={account} />
        {/* Nobody is written about a test account. */}
        {account.liveAccountId === null && <MailSection key={account.id} />}
      </div>
    </>
  )
}
