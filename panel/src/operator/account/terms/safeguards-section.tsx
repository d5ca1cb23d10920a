// The safeguards of an account: the window for duplicate cashouts, and the secret by which its postbacks are signed.
import { Group, NumberInput, PasswordInput, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { MAX_DUPLICATE_WINDOW_SECONDS } from '#kernel/terms/terms.ts'
import { type Account, changeAccount } from '../../../api/operator/accounts.ts'
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { useWords } from '../../../words/words.ts'
import { Act } from '../../shared/action-button.tsx'
import { DecisionDialog } from '../../shared/decision-dialog.tsx'
import { accountsWords } from '../words.ts'

export function SafeguardsSection({ account }: { account: Account }) {
  const t = useWords(accountsWords)
  const seconds = account.duplicateCashoutWindowSeconds
  return (
    <Section title={t('safeguards')}>
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap">
          <Text>
            {t('duplicates')}:{' '}
            <Text component="span" c="dimmed">
              {seconds === 0 ? t('duplicatesOff') : t('seconds', { count: seconds })}
            </Text>
          </Text>
          <Act
            size="xs"
            label={t('change')}
            about={t('duplicates')}
            dialog={close => <DuplicatesDialog account={account} onClose={close} />}
          />
        </Group>
        <Group justify="space-between" wrap="nowrap">
          <Group gap="sm">
            <Text>{t('postback')}</Text>
            <StatusBadge tone={account.postbackSecretSet ? 'good' : 'quiet'}>
              {t(account.postbackSecretSet ? 'postbackSet' : 'postbackUnset')}
            </StatusBadge>
          </Group>
          <Act
            size="xs"
            label={t('postbackSetVerb')}
            about={t('postback')}
            dialog={close => <PostbackDialog account={account} onClose={close} />}
          />
        </Group>
      </Stack>
    </Section>
  )
}

interface DialogProps {
  account: Account
  onClose: () => void
}

function DuplicatesDialog({ account, onClose }: DialogProps) {
  const t = useWords(accountsWords)
  const [seconds, setSeconds] = useState<number | string>(account.duplicateCashoutWindowSeconds)
  return (
    <DecisionDialog
      title={t('duplicates')}
      verb={t('change')}
      ready={seconds !== ''}
      action={({ reason }) => changeAccount(account.id, { duplicateCashoutWindowSeconds: Number(seconds) }, reason)}
      message={t('changed')}
      onClose={onClose}
    >
      <Text>{t('duplicatesAsk')}</Text>
      <NumberInput
        label={t('duplicatesField')}
        min={0}
        max={MAX_DUPLICATE_WINDOW_SECONDS}
        allowDecimal={false}
        hideControls
        value={seconds}
        onChange={setSeconds}
      />
    </DecisionDialog>
  )
}

const MIN_SECRET = 16
const MAX_SECRET = 256

function PostbackDialog({ account, onClose }: DialogProps) {
  const t = useWords(accountsWords)
  const [secret, setSecret] = useState('')
  return (
    <DecisionDialog
      title={t('postback')}
      verb={t('postbackSetVerb')}
      dangerous={account.postbackSecretSet}
      ready={secret.length >= MIN_SECRET}
      action={({ reason }) => changeAccount(account.id, { postbackSecret: secret }, reason)}
      message={t('changed')}
      onClose={onClose}
    >
      <Text>{t('postbackAsk')}</Text>
      <PasswordInput
        label={t('postbackField')}
        description={t('postbackHelp')}
        autoComplete="off"
        required
        maxLength={MAX_SECRET}
        value={secret}
        onChange={event => setSecret(event.currentTarget.value.trim())}
      />
    </DecisionDialog>
  )
}
