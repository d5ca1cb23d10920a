// Revokes a key pair, after a confirmation.
import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { type Credential, useRevokeCredential } from '../../api/account/credentials.ts'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.tsx'
import { momentText } from '../../ui/values/moment.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { integrationWords } from '../words.ts'

export function RevokeKey({ credential: { id, name, lastUsedAt } }: { credential: Credential }) {
  const t = useWords(integrationWords)
  const { locale } = useLanguage()
  const [isAsked, asking] = useDisclosure(false)
  const { mutate, isPending, error } = useRevokeCredential()
  const revoke = () =>
    mutate(id, {
      onSuccess: () => {
        asking.close()
        notifications.show({ message: t('revoke.done') })
      },
    })
  return (
    <>
      <Button variant="default" size="xs" onClick={asking.open} aria-label={t('revoke.of', { name })}>
        {t('revoke.action')}
      </Button>
      <ConfirmDialog
        opened={isAsked}
        title={t('revoke.title')}
        verb={t('revoke.action')}
        dangerous
        pending={isPending}
        error={error}
        onConfirm={revoke}
        onClose={asking.close}
      >
        <Text>{t('revoke.text', { name })}</Text>
        <Text c="dimmed">
          {lastUsedAt === null ? t('revoke.neverUsed') : t('revoke.lastUsed', { at: momentText(lastUsedAt, locale) })}
        </Text>
      </ConfirmDialog>
    </>
  )
}
