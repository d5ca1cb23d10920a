// The step-up before a critical act, by any factor that this person has.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type StepUpMethod, stepUp, stepUpMethodsQuery } from '../../api/access/step-up.ts'
import { commonWords } from '../../words/common.ts'
import { useWords } from '../../words/words.ts'
import { ErrorState, LoadingBlock } from '../feedback/states.tsx'
import { StepUpForm } from './step-up-form.tsx'

const FORM_HEIGHT = 170

export function StepUp({ onProven, onCancel }: { onProven: () => void; onCancel: () => void }) {
  const t = useWords(commonWords)
  const { data, error, isPending, isLoadingError, refetch } = useQuery(stepUpMethodsQuery)
  if (isPending) return <LoadingBlock height={FORM_HEIGHT} />
  if (isLoadingError) return <ErrorState error={error} retry={() => void refetch()} />
  const prove = async (method: StepUpMethod, credential: unknown) => {
    await stepUp(method, credential)
    onProven()
  }
  const cancel = (
    <Button variant="default" onClick={onCancel}>
      {t('actions.cancel')}
    </Button>
  )
  return <StepUpForm methods={data.methods} prove={prove} aside={cancel} />
}
