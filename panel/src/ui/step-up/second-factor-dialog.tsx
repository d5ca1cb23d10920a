// The dialog in which a person proves who they are. Loaded when it is needed first.
import { Modal } from '@mantine/core'
import { commonWords } from '../../words/common.ts'
import { useWords } from '../../words/words.ts'
import { StepUp } from './step-up.tsx'

export interface SecondFactorDialogProps {
  opened: boolean
  onAnswer: (confirmed: boolean) => void
}

export function SecondFactorDialog({ opened, onAnswer }: SecondFactorDialogProps) {
  const t = useWords(commonWords)
  return (
    <Modal
      opened={opened}
      onClose={() => onAnswer(false)}
      title={t('secondFactor.title')}
      closeButtonProps={{ 'aria-label': t('actions.close') }}
      zIndex={400}
      centered
    >
      <StepUp onProven={() => onAnswer(true)} onCancel={() => onAnswer(false)} />
    </Modal>
  )
}
