// The secret of a webhook, which is never shown again, and its rotation: for a day the old and the new one sign side by side.
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useActivateSecret, useRotateSecret, type Webhook } from '../../api/notification/webhooks.ts'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.tsx'
import { IfMay } from '../../ui/layout/if-may.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { momentText } from '../../ui/values/moment.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { secretWords } from './secret-words.ts'
import { ShownSecret } from './shown-secret.tsx'

export function SecretSection({ webhook }: { webhook: Webhook }) {
  const t = useWords(secretWords)
  const { locale } = useLanguage()
  const { nextSecretFrom } = webhook
  const isUnsigned = webhook.notificationType === 'WITHDRAWAL' && !webhook.standardHeaders
  return (
    <Section title={t('rotation.title')}>
      <Stack>
        <Text>{isUnsigned ? t('rotation.unsigned') : t('rotation.text')}</Text>
        {nextSecretFrom !== null && (
          <Alert role="note" variant="default" color="ocre">
            {t('rotation.waiting', { at: momentText(nextSecretFrom, locale) })}
          </Alert>
        )}
        {!isUnsigned && (
          <IfMay route="POST /api/webhook/:id/rotate-secret">
            <Group gap="sm">
              {nextSecretFrom !== null && <Activate webhook={webhook} />}
              <Rotate webhook={webhook} />
            </Group>
          </IfMay>
        )}
      </Stack>
    </Section>
  )
}

function Rotate({ webhook: { id, nextSecretFrom } }: { webhook: Webhook }) {
  const t = useWords(secretWords)
  const [isAsked, asking] = useDisclosure(false)
  const [secret, setSecret] = useState<string | null>(null)
  const { mutate, isPending, error } = useRotateSecret(id)
  const rotate = () =>
    mutate(undefined, {
      onSuccess: rotated => {
        asking.close()
        setSecret(rotated.secret)
      },
    })
  return (
    <>
      <Button variant="default" onClick={asking.open}>
        {t('rotation.action')}
      </Button>
      <ConfirmDialog
        opened={isAsked}
        title={t('rotation.confirmTitle')}
        verb={t('rotation.action')}
        pending={isPending}
        error={error}
        onConfirm={rotate}
        onClose={asking.close}
      >
        <Text>{t('rotation.confirm')}</Text>
        {nextSecretFrom !== null && <Text fw={600}>{t('rotation.confirmAgain')}</Text>}
      </ConfirmDialog>
      <Modal
        opened={secret !== null}
        onClose={() => setSecret(null)}
        title={t('secret.rotatedTitle')}
        size="lg"
        withCloseButton={false}
        closeOnClickOutside={false}
        closeOnEscape={false}
      >
        {secret !== null && <ShownSecret secret={secret} onDone={() => setSecret(null)} />}
      </Modal>
    </>
  )
}

function Activate({ webhook: { id } }: { webhook: Webhook }) {
  const t = useWords(secretWords)
  const [isAsked, asking] = useDisclosure(false)
  const { mutate, isPending, error } = useActivateSecret(id)
  const activate = () =>
    mutate(undefined, {
      onSuccess: () => {
        asking.close()
        notifications.show({ message: t('rotation.activated') })
      },
    })
  return (
    <>
      <Button variant="default" onClick={asking.open}>
        {t('rotation.activate')}
      </Button>
      <ConfirmDialog
        opened={isAsked}
        title={t('rotation.activateTitle')}
        verb={t('rotation.activate')}
        pending={isPending}
        error={error}
        onConfirm={activate}
        onClose={asking.close}
      >
        <Text>{t('rotation.activateText')}</Text>
      </ConfirmDialog>
    </>
  )
}
