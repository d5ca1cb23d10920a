// The authenticator app: on or off, its recovery codes, and the way out.
import { Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { type Factors, useNewRecoveryCodes, useTurnAppOff } from '../api/access/security.ts'
import { StatusBadge } from '../ui/feedback/status-badge.tsx'
import { Section } from '../ui/layout/section.tsx'
import { useWords } from '../words/words.ts'
import { Confirmation } from './confirmation.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUpDialog } from './set-up-dialog.tsx'
import { securityWords } from './words.ts'

type Doing = 'setting-up' | 'turning-off' | 'new-codes'

export function AppSection({
  factors: { totp, recoveryCodesLeft, isTotpConfirmed, canConfirm },
}: {
  factors: Factors
}) {
  const t = useWords(securityWords)
  const [doing, setDoing] = useState<Doing | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const stop = () => setDoing(null)
  const show = (made: string[]) => {
    stop()
    setCodes(made)
  }
  const badge = <StatusBadge tone={totp ? 'good' : 'quiet'}>{t(totp ? 'app.on' : 'app.off')}</StatusBadge>
  return (
    <Section title={t('app.title')} aside={badge}>
      <Stack>
        <Text>{t('app.text')}</Text>
        {recoveryCodesLeft !== null && <Text c="dimmed">{t('app.left', { count: recoveryCodesLeft })}</Text>}
        {totp && (
          <Confirmation isConfirmed={isTotpConfirmed} canConfirm={canConfirm} passkeyId={null} name={t('app.title')} />
        )}
        {totp ? (
          <Group>
            <Button variant="default" onClick={() => setDoing('new-codes')}>
              {t('app.newCodes')}
            </Button>
            <Button variant="default" onClick={() => setDoing('turning-off')}>
              {t('app.turnOff')}
            </Button>
          </Group>
        ) : (
          <Group>
            <Button onClick={() => setDoing('setting-up')}>{t('app.setUp')}</Button>
          </Group>
        )}
      </Stack>
      {doing === 'setting-up' && <SetUpDialog onOn={show} onClose={stop} />}
      {doing === 'turning-off' && <TurnOff onClose={stop} />}
      {doing === 'new-codes' && <NewCodes onMade={show} onClose={stop} />}
      {codes !== null && <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />}
    </Section>
  )
}

function TurnOff({ onClose }: { onClose: () => void }) {
  const t = useWords(securityWords)
  const { mutate, isPending, error } = useTurnAppOff()
  const done = ({ endedSessions }: { endedSessions: number }) => {
    notifications.show({ message: `${t('app.turnedOff')} ${t('ended', { count: endedSessions })}` })
    onClose()
  }
  return (
    <PasswordDialog
      title={t('app.turnOffTitle')}
      text={t('app.turnOffText')}
      verb={t('app.turnOff')}
      dangerous
      pending={isPending}
      error={error}
      onPassword={password => mutate(password, { onSuccess: done })}
      onClose={onClose}
    />
  )
}

function NewCodes({ onMade, onClose }: { onMade: (codes: string[]) => void; onClose: () => void }) {
  const t = useWords(securityWords)
  const { mutate, isPending, error } = useNewRecoveryCodes()
  return (
    <PasswordDialog
      title={t('app.newCodes')}
      text={t('app.newCodesText')}
      verb={t('app.newCodes')}
      pending={isPending}
      error={error}
      onPassword={password => mutate(password, { onSuccess: ({ backupCodes }) => onMade(backupCodes) })}
      onClose={onClose}
    />
  )
}
