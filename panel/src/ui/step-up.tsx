// The proof before a critical act, by whatever this person has.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ProofMethod, proofMethodsQuery, stepUp } from '../api/step-up.ts'
import { commonWords } from '../words/common.ts'
import { useWords } from '../words/words.ts'
import { ProofForm } from './proof-form.tsx'
import { ErrorState, LoadingBlock } from './states.tsx'

const FORM_HEIGHT = 170

export function StepUp({ onProven, onCancel }: { onProven: () => void; onCancel: () => void }) {
  const t = useWords(commonWords)
  const { data, error, isPending, refetch } = useQuery(proofMethodsQuery)
  if (isPending) return <LoadingBlock height={FORM_HEIGHT} />
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />
  const prove = async (method: ProofMethod, proof: unknown) => {
    await stepUp(method, proof)
    onProven()
  }
  const cancel = (
    <Button variant="default" onClick={onCancel}>
      {t('actions.cancel')}
    </Button>
  )
  return <ProofForm methods={data.methods} prove={prove} aside={cancel} />
}
