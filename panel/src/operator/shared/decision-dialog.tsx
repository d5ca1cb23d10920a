// A decision of an operator: its subject, the choice where there is one, and the reason. Every action of the operator's pages
// uses this dialog.
import { Radio, Stack, Text, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type ReactNode, useState } from 'react'
import { type Action, useAction } from '../../api/operator/operator.ts'
import { Problem } from '../../api/problem.ts'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.tsx'
import { useWords } from '../../words/words.ts'
import { operatorWords } from '../words.ts'

interface Choice {
  id: string
  label: string
  help?: string
  dangerous?: boolean
}

export interface DecisionDialogProps {
  title: string
  verb: string
  /** The consequences, and further fields. */
  children?: ReactNode
  /** For a choice between several decisions. */
  choices?: Choice[]
  /** Told which one is chosen: further fields may depend on it. */
  onChoice?: (choice: string) => void
  /** Fields that belong to the choice. */
  further?: ReactNode
  dangerous?: boolean
  /** Whether the further fields are filled in. */
  ready?: boolean
  /** An action without a reason. */
  withoutReason?: boolean
  /** A reason that may take paragraphs' room. */
  longReason?: boolean
  action: (word: { reason: string; choice: string }) => Action
  /** The message of success; where there are several, it depends on the gateway's answer. */
  message?: string | ((answer: unknown) => string)
  /** Shows a refusal at its field as well. */
  onRefused?: (error: unknown) => void
  /** Shows the gateway's answer, where that is needed. */
  onDone?: (answer: unknown) => void
  onClose: () => void
}

const SHORTEST = 3
const MAX_REASON = 500
const MAX_LONG_REASON = 2_000

export function DecisionDialog(props: DecisionDialogProps) {
  const { title, verb, children, choices = [], dangerous = false, ready = true, withoutReason = false } = props
  const t = useWords(operatorWords)
  const [reason, setReason] = useState('')
  const [choice, setChoice] = useState(choices.length === 1 ? (choices[0]?.id ?? '') : '')
  const { mutate, isPending, sending, error } = useAction()
  const choose = (picked: string) => {
    setChoice(picked)
    props.onChoice?.(picked)
  }
  const hasReason = withoutReason || reason.trim().length >= SHORTEST
  const isChosen = choices.length === 0 || choice !== ''
  const confirm = () =>
    mutate(props.action({ reason: reason.trim(), choice }), {
      onSuccess: answer => {
        const { message } = props
        notifications.show({ message: typeof message === 'function' ? message(answer) : (message ?? t('done')) })
        props.onDone?.(answer)
        props.onClose()
      },
      onError: error => props.onRefused?.(error),
    })
  return (
    <ConfirmDialog
      opened
      title={title}
      verb={verb}
      dangerous={dangerous || choices.some(one => one.id === choice && one.dangerous)}
      disabled={!(hasReason && isChosen && ready)}
      pending={isPending}
      sending={sending}
      error={error}
      onConfirm={confirm}
      onClose={props.onClose}
    >
      {children}
      {choices.length > 0 && <Choices choices={choices} value={choice} onChange={choose} />}
      {props.further}
      {!withoutReason && (
        <Textarea
          label={t('reason')}
          description={t('reasonHelp')}
          autosize
          minRows={2}
          maxLength={props.longReason ? MAX_LONG_REASON : MAX_REASON}
          required
          value={reason}
          onChange={event => setReason(event.currentTarget.value)}
        />
      )}
      {error instanceof Problem && error.status > 0 && (
        <Text size="sm" c="dimmed">
          {t('theySay')}: <span lang="en">{error.message}</span>
        </Text>
      )}
    </ConfirmDialog>
  )
}

interface ChoicesProps {
  choices: Choice[]
  value: string
  onChange: (choice: string) => void
}

function Choices({ choices, value, onChange }: ChoicesProps) {
  const t = useWords(operatorWords)
  return (
    <Radio.Group label={t('choice')} value={value} onChange={onChange} required>
      <Stack gap="xs" mt={6}>
        {choices.map(({ id, label, help }) => (
          <Radio key={id} value={id} label={label} {...(help !== undefined && { description: help })} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
