// The second step of a sign-in whose password was right.
import { Button } from '@mantine/core'
import { proveAtSignIn } from '../../api/access/session.ts'
import type { StepUpMethod } from '../../api/access/step-up.ts'
import { signInByPasskey } from '../../api/passkey.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { StepUpForm } from '../../ui/step-up/step-up-form.tsx'
import { useWords } from '../../words/words.ts'
import { accessWords } from '../words.ts'

const METHODS: StepUpMethod[] = ['code', 'recoveryCode', 'passkey']

export function SecondStep({ onIn, onBack }: { onIn: () => Promise<unknown>; onBack: () => void }) {
  const t = useWords(accessWords)
  const prove = async (method: StepUpMethod, credential: unknown) => {
    await (method === 'passkey' ? signInByPasskey(credential) : proveAtSignIn(method, String(credential)))
    await onIn()
  }
  const back = (
    <Button variant="default" onClick={onBack}>
      {t('secondStep.back')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('secondStep.title')} />
      <StepUpForm methods={METHODS} prove={prove} aside={back} />
    </>
  )
}
