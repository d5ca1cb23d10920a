// The actions on a webhook: a test, a change, its end.
import { Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconEdit, IconSend, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useRemoveWebhook, useTestWebhook, type Webhook } from '../../api/notification/webhooks.ts'
import { useProblemText } from '../../ui/feedback/problem-text.ts'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.tsx'
import { LinkButton } from '../../ui/navigation/links.tsx'
import { commonWords } from '../../words/common.ts'
import { useWords } from '../../words/words.ts'
import classes from '../integrations.module.css'
import { webhookWords } from './webhook-words.ts'

export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const t = useWords(webhookWords)
  return (
    <Group gap="sm">
      <TestButton webhook={webhook} />
      <LinkButton
        to="/integracoes/webhooks/$webhook/editar"
        params={{ webhook: String(webhook.id) }}
        variant="default"
        leftSection={<IconEdit size={18} />}
      >
        {t('one.edit')}
      </LinkButton>
      <RemoveButton webhook={webhook} />
    </Group>
  )
}

function TestButton({ webhook: { id, active } }: { webhook: Webhook }) {
  const t = useWords(webhookWords)
  const common = useWords(commonWords)
  const problemText = useProblemText()
  const { mutate, isPending } = useTestWebhook(id)
  const send = () =>
    mutate(undefined, {
      onSuccess: () => notifications.show({ message: t('one.testSent') }),
      onError: error =>
        notifications.show({ color: 'red', title: common('problems.title'), message: problemText(error) }),
    })
  return (
    <Button
      leftSection={<IconSend size={18} />}
      loading={isPending}
      disabled={!active}
      onClick={send}
      {...(!active && { title: t('one.testOff') })}
    >
      {t('one.test')}
    </Button>
  )
}

function RemoveButton({ webhook: { id, webhookUrl } }: { webhook: Webhook }) {
  const t = useWords(webhookWords)
  const navigate = useNavigate()
  const [isAsked, asking] = useDisclosure(false)
  const { mutate, isPending, error } = useRemoveWebhook(id)
  const remove = () =>
    mutate(undefined, {
      onSuccess: async () => {
        notifications.show({ message: t('removal.done') })
        await navigate({ to: '/integracoes/webhooks', replace: true })
      },
    })
  return (
    <>
      <Button variant="default" leftSection={<IconTrash size={18} />} onClick={asking.open}>
        {t('one.remove')}
      </Button>
      <ConfirmDialog
        opened={isAsked}
        title={t('removal.title')}
        verb={t('one.remove')}
        dangerous
        pending={isPending}
        error={error}
        onConfirm={remove}
        onClose={asking.close}
      >
        <Text className={classes.url}>{t('removal.text', { url: webhookUrl })}</Text>
      </ConfirmDialog>
    </>
  )
}
