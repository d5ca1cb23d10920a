// The order to ask the PSP about a debit or a recurrence now.
import { Text } from '@mantine/core'
import { askPsp } from '../../api/operator/recurrence/stuck.ts'
import { useWords } from '../../words/words.ts'
import { Act } from '../shared/action-button.tsx'
import { DecisionDialog } from '../shared/decision-dialog.tsx'
import { stuckWords } from './words.ts'

export function Ask({ about, body }: { about: string; body: Parameters<typeof askPsp>[0] }) {
  const t = useWords(stuckWords)
  const message = (answer: unknown) => t((answer as { answered: boolean }).answered ? 'answered' : 'unansweredStill')
  return (
    <Act
      size="xs"
      label={t('ask')}
      about={about}
      dialog={close => (
        <DecisionDialog
          title={t('askTitle')}
          verb={t('ask')}
          withoutReason
          action={() => askPsp(body)}
          message={message}
          onClose={close}
        >
          <Text>{t('askText')}</Text>
        </DecisionDialog>
      )}
    />
  )
}
