// Asks before something is done that cannot be taken back. Stays open with the reason while the gateway refuses. What was typed into it is not
// lost by Escape or by its cross without a question.
import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { commonWords } from '../../words/common.ts'
import { useWords } from '../../words/words.ts'
import { useProblemText } from '../feedback/problem-text.ts'
import { SlowNote, Uncertain } from '../feedback/sent-notes.tsx'
import { DiscardNote } from './discard-note.tsx'
import { useFocusBack } from './use-focus-back.ts'

export interface ConfirmDialogProps {
  opened: boolean
  title: string
  /** The consequences, and a field where a reason or an amount is needed. */
  children: ReactNode
  /** The action, as a verb: "Reembolsar". */
  verb: string
  /** The way out, where "Cancelar" could be taken for the action. */
  wayOut?: string
  dangerous?: boolean
  disabled?: boolean
  pending: boolean
  /** Of a request with a key of its own, how it is sent once more; null: there is no key. */
  sending?: { isSlow: boolean; repeat: (() => void) | null }
  error: unknown
  onConfirm: () => void
  onClose: () => void
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    opened,
    title,
    children,
    verb,
    wayOut,
    dangerous = false,
    disabled = false,
    pending,
    sending,
    error,
    onConfirm,
    onClose,
  } = props
  const t = useWords(commonWords)
  useFocusBack(opened)
  const [isTouched, setTouched] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const end = () => {
    setTouched(false)
    setAsking(false)
    onClose()
  }
  const close = () => (isTouched ? setAsking(!isAsking) : end())
  const submit = (event: { preventDefault: () => void; stopPropagation: () => void }) => {
    event.preventDefault()
    // A form around this dialog would take it for its own.
    event.stopPropagation()
    onConfirm()
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={title}
      // A click outside must not discard what was typed.
      closeOnClickOutside={!pending && !isTouched}
      closeOnEscape={!pending}
      // A request under this dialog's key is not repeated under another.
      closeButtonProps={{ 'aria-label': t('actions.close'), disabled: pending }}
      centered
    >
      <form onSubmit={submit} onInput={event => isTyped(event) && setTouched(true)}>
        <Stack>
          {children}
          {pending && sending?.isSlow === true && <SlowNote onRepeat={sending.repeat} />}
          {error !== null && <Refused error={error} hasKey={sending?.repeat != null} />}
          {isAsking ? (
            <DiscardNote onDiscard={end} onStay={() => setAsking(false)} />
          ) : (
            <Group justify="flex-end">
              <Button variant="default" onClick={end} disabled={pending}>
                {wayOut ?? t('actions.cancel')}
              </Button>
              <Button type="submit" loading={pending} disabled={disabled} {...(dangerous && { color: 'red.9' })}>
                {verb}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </Modal>
  )
}

/** A text, and no choice, which is as quickly made again. */
const isTyped = ({ target }: FormEvent): boolean =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !CHOICES.includes(target.type))

const CHOICES = ['checkbox', 'radio']

function Refused({ error, hasKey }: { error: unknown; hasKey: boolean }) {
  const problemText = useProblemText()
  const dialog = (
    <Alert color="red" role="alert" variant="default">
      {problemText(error)}
    </Alert>
  )
  return hasKey ? <Uncertain error={error} otherwise={dialog} /> : dialog
}
