// What the forms for a charge have in common: their frame, why nothing was made, and the button.
import { Button, Group, Paper, Stack } from '@mantine/core'
import type { FormEventHandler, ReactNode } from 'react'
import { isLost } from '../../../api/uncertain.ts'
import { SlowNote } from '../../../ui/feedback/sent-notes.tsx'
import { Unsaved } from '../../../ui/forms/unsaved.tsx'
import { useWords } from '../../../words/words.ts'
import { ChargeProblem } from '../charge-problem.tsx'
import { quickWords } from '../quick-words.ts'

interface ChargeFrameProps {
  onSubmit: FormEventHandler<HTMLFormElement>
  /** Of the request. */
  sending: { isPending: boolean; isSlow: boolean; isSuccess: boolean; repeat: () => void; error: unknown }
  /** Something was written. */
  isDirty: boolean
  verb: string
  icon: ReactNode
  children: ReactNode
}

export function ChargeFrame({ onSubmit, sending, isDirty, verb, icon, children }: ChargeFrameProps) {
  const t = useWords(quickWords)
  const { isPending, isSlow, isSuccess, repeat, error } = sending
  return (
    <Paper component="form" withBorder p={{ base: 'md', sm: 'lg' }} maw={560} noValidate onSubmit={onSubmit}>
      <Stack gap="lg">
        {children}
        <Unsaved when={isDirty && !isPending && !isSuccess} />
        {isPending && isSlow && <SlowNote onRepeat={repeat} />}
        <ChargeProblem error={error} />
        <Group justify="flex-end">
          <Button type="submit" size="md" loading={isPending} leftSection={icon}>
            {isLost(error) ? t('again') : verb}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
