// Sending again everything that a webhook has missed in a while.
import { Button, NativeSelect, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useResendFailed } from '../../api/notification/deliveries.ts'
import type { Webhook } from '../../api/notification/webhooks.ts'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.tsx'
import { useWords } from '../../words/words.ts'
import { deliveryWords } from './delivery-words.ts'

const HOUR_MS = 3_600_000
const SPANS = { h24: 24, d7: 7 * 24, d30: 30 * 24 } as const
type Span = keyof typeof SPANS

export function ResendFailed({ webhook: { id, active } }: { webhook: Webhook }) {
  const t = useWords(deliveryWords)
  const [isAsked, asking] = useDisclosure(false)
  const [span, setSpan] = useState<Span>('h24')
  const { mutate, isPending, error } = useResendFailed(id)
  const resend = () =>
    mutate(new Date(Date.now() - SPANS[span] * HOUR_MS).toISOString(), {
      onSuccess: count => {
        asking.close()
        notifications.show({ message: count === 0 ? t('resendAll.none') : t('resendAll.done', { count }) })
      },
    })
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconRefresh size={16} />}
        disabled={!active}
        onClick={asking.open}
      >
        {t('resendAll.action')}
      </Button>
      <ConfirmDialog
        opened={isAsked}
        title={t('resendAll.title')}
        verb={t('one.resend')}
        pending={isPending}
        error={error}
        onConfirm={resend}
        onClose={asking.close}
      >
        <Text>{t('resendAll.text')}</Text>
        <NativeSelect
          label={t('resendAll.since')}
          value={span}
          onChange={event => setSpan(event.currentTarget.value as Span)}
          data={(Object.keys(SPANS) as Span[]).map(value => ({ value, label: t(`resendAll.spans.${value}`) }))}
        />
      </ConfirmDialog>
    </>
  )
}
