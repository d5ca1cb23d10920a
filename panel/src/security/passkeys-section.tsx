// The person's passkeys. Where none are possible, the reason.
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { type Factors, type Passkey, useAddPasskey, useRemovePasskey } from '../api/access/security.ts'
import { hasPasskeys } from '../api/passkey.ts'
import { ConfirmDialog } from '../ui/forms/confirm-dialog.tsx'
import { Section } from '../ui/layout/section.tsx'
import { Thing, ThingList } from '../ui/layout/thing-list.tsx'
import { momentText } from '../ui/values/moment.tsx'
import { useLanguage } from '../words/use-language.ts'
import { useWords } from '../words/words.ts'
import { Confirmation } from './confirmation.tsx'
import { RenamePasskey } from './rename-passkey.tsx'
import { securityWords } from './words.ts'

export function PasskeysSection({ factors: { passkeys, passkeysRefused, canConfirm } }: { factors: Factors }) {
  const t = useWords(securityWords)
  return (
    <Section title={t('passkeys.title')}>
      <Stack>
        <Text>{t('passkeys.text')}</Text>
        {passkeys.length === 0 ? (
          <Text c="dimmed">{t('passkeys.none')}</Text>
        ) : (
          <ThingList>
            {passkeys.map(passkey => (
              <One key={passkey.id} passkey={passkey} canConfirm={canConfirm} />
            ))}
          </ThingList>
        )}
        <Adding isRefused={passkeysRefused !== null} />
      </Stack>
    </Section>
  )
}

function Adding({ isRefused }: { isRefused: boolean }) {
  const t = useWords(securityWords)
  const [isOpen, setOpen] = useState(false)
  if (isRefused)
    return <Text>{t('passkeys.refused', { at: `http://localhost${location.port && `:${location.port}`}` })}</Text>
  if (!hasPasskeys()) return <Text>{t('passkeys.unsupported')}</Text>
  return (
    <Group>
      <Button leftSection={<IconFingerprint size={18} />} onClick={() => setOpen(true)}>
        {t('passkeys.add')}
      </Button>
      {isOpen && <AddDialog onClose={() => setOpen(false)} />}
    </Group>
  )
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const t = useWords(securityWords)
  const [name, setName] = useState('')
  const { mutate, isPending, error } = useAddPasskey()
  const done = (added: { otherSessions: number } | null) => {
    if (added === null) return
    const others = t('passkeys.others', { count: added.otherSessions })
    notifications.show({ message: `${t('passkeys.added')} ${others}` })
    onClose()
  }
  return (
    <ConfirmDialog
      opened
      title={t('passkeys.add')}
      verb={t('passkeys.add')}
      pending={isPending}
      error={error}
      onConfirm={() => mutate(name.trim(), { onSuccess: done })}
      onClose={onClose}
    >
      <TextInput
        label={t('passkeys.name')}
        description={t('passkeys.nameHelp')}
        maxLength={80}
        autoComplete="off"
        value={name}
        onChange={event => setName(event.currentTarget.value)}
        data-autofocus
      />
    </ConfirmDialog>
  )
}

function One({ passkey, canConfirm }: { passkey: Passkey; canConfirm: boolean }) {
  const t = useWords(securityWords)
  const { locale } = useLanguage()
  const { id, createdAt, backedUp, isConfirmed } = passkey
  const name = passkey.name ?? t('passkeys.unnamed')
  const [isAsked, setAsked] = useState(false)
  const { mutate, isPending, error } = useRemovePasskey()
  const done = ({ endedSessions }: { endedSessions: number }) => {
    notifications.show({ message: `${t('passkeys.removed')} ${t('ended', { count: endedSessions })}` })
    setAsked(false)
  }
  const facts = [
    createdAt !== null && t('passkeys.since', { day: momentText(createdAt, locale, 'day') }),
    backedUp && t('passkeys.synced'),
    isConfirmed && t('confirm.done'),
  ]
  return (
    <Thing name={name} about={facts.filter(fact => fact !== false).join(' · ')}>
      <Confirmation isConfirmed={isConfirmed} canConfirm={canConfirm} passkeyId={id} name={name} />
      <Group gap="sm">
        <RenamePasskey id={id} name={name} />
        <Button
          variant="default"
          size="xs"
          aria-label={t('passkeys.removeOf', { name })}
          onClick={() => setAsked(true)}
        >
          {t('passkeys.remove')}
        </Button>
      </Group>
      <ConfirmDialog
        opened={isAsked}
        title={t('passkeys.removeTitle')}
        verb={t('passkeys.remove')}
        dangerous
        pending={isPending}
        error={error}
        onConfirm={() => mutate(id, { onSuccess: done })}
        onClose={() => setAsked(false)}
      >
        <Text>{t('passkeys.removeText', { name })}</Text>
      </ConfirmDialog>
    </Thing>
  )
}
