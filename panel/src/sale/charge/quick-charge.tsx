// A charge from the first page, in one line: for a counter, where a buyer waits. Its few fields need no library for forms.
import { Button, Group, Paper, Stack, TextInput, Title } from '@mantine/core'
import { IconQrcode } from '@tabler/icons-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { isLost } from '../../api/uncertain.ts'
import { SlowNote } from '../../ui/feedback/sent-notes.tsx'
import { MoneyInput } from '../../ui/forms/money-input.tsx'
import { Unsaved } from '../../ui/forms/unsaved.tsx'
import { useWords } from '../../words/words.ts'
import { ChargeProblem } from './charge-problem.tsx'
import { type Draft, NO_DRAFT, useSendCharge } from './form/use-send-charge.ts'
import { quickWords } from './quick-words.ts'

/** Beside the fields, below the height of their labels. */
const LABEL_HEIGHT = 25

export function QuickCharge() {
  const t = useWords(quickWords)
  const title = useId()
  const amount = useRef<HTMLInputElement>(null)
  const [draft, setDraft] = useState(NO_DRAFT)
  const [fault, setFault] = useState<string | null>(null)
  const { send, isPending, isSuccess, isSlow, repeat, error } = useSendCharge(setFault)
  const set = (change: Partial<Draft>) => setDraft(before => ({ ...before, ...change }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setFault(draft.amount === null ? t('amountMissing') : null)
    if (draft.amount === null) amount.current?.focus()
    else send(draft)
  }
  return (
    <Paper
      component="form"
      withBorder
      p="md"
      bg="var(--panel-card)"
      noValidate
      aria-labelledby={title}
      onSubmit={submit}
    >
      <Stack gap="sm">
        <Title order={2} size="h4" id={title}>
          {t('title')}
        </Title>
        <Group align="flex-start" gap="sm">
          <MoneyInput
            ref={amount}
            label={t('amount')}
            value={draft.amount}
            onChange={centavos => set({ amount: centavos })}
            error={fault}
            w={152}
          />
          <TextInput
            label={t('name')}
            autoComplete="off"
            maxLength={200}
            flex="1 1 12rem"
            value={draft.customerName}
            onChange={({ currentTarget }) => set({ customerName: currentTarget.value })}
          />
          <TextInput
            label={t('text')}
            autoComplete="off"
            maxLength={140}
            flex="1 1 12rem"
            value={draft.description}
            onChange={({ currentTarget }) => set({ description: currentTarget.value })}
          />
          <Button type="submit" loading={isPending} leftSection={<IconQrcode size={18} />} mt={LABEL_HEIGHT}>
            {isLost(error) ? t('again') : t('send')}
          </Button>
        </Group>
        <Unsaved when={isWritten(draft) && !isPending && !isSuccess} />
        {isPending && isSlow && <SlowNote onRepeat={repeat} />}
        <ChargeProblem error={error} />
      </Stack>
    </Paper>
  )
}

const isWritten = ({ amount, customerName, description }: Draft): boolean =>
  amount !== null || customerName !== '' || description !== ''
