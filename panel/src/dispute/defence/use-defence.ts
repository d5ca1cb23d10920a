// A defence being written, and sent after one more look at it.
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { type Dispute, useDefend } from '../../api/money/disputes.ts'
import { useWords } from '../../words/words.ts'
import { disputeWords } from '../words.ts'
import { type DraftEvidence, evidenceOf, isReady, MAX_DEFENCE, MIN_DEFENCE } from './evidence.ts'

export function useDefence({ uuid }: Dispute) {
  const t = useWords(disputeWords)
  const [justification, setJustification] = useState('')
  const [evidence, setEvidence] = useState<DraftEvidence[]>([])
  const [hasTried, setHasTried] = useState(false)
  const [isAsking, asking] = useDisclosure(false)
  const { mutate, isPending, isSuccess, isSlow, repeat, error, reset } = useDefend(uuid)
  const written = justification.trim()
  const handed = evidenceOf(evidence)
  return {
    justification,
    setJustification,
    evidence,
    setEvidence,
    isAsking,
    isPending,
    error,
    sending: { isSlow, repeat },
    isUnsent: !isPending && !isSuccess && (written !== '' || evidence.length > 0),
    pieces: handed.length,
    isShort: hasTried && written.length < MIN_DEFENCE,
    isWrong: hasTried && written.length >= MIN_DEFENCE && !isReady(justification, evidence),
    look() {
      setHasTried(true)
      reset()
      if (isReady(justification, evidence) && written.length <= MAX_DEFENCE) asking.open()
    },
    turnBack: asking.close,
    send() {
      const body = { justification: written, ...(handed.length > 0 && { evidence: handed }) }
      mutate(body, { onSuccess: () => notifications.show({ message: t('form.sent') }) })
    },
  }
}
