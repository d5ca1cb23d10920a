// The second step of a sign-in whose password was right.
import { Button } from '@mantine/core'
import { signInByPasskey } from '../api/passkey.ts'
import { proveAtSignIn } from '../api/session.ts'
import type { ProofMethod } from '../api/step-up.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { ProofForm } from '../ui/proof-form.tsx'
import { useWords } from '../words/words.ts'
import { accessWords } from './words.ts'

const METHODS: ProofMethod[] = ['code', 'recoveryCode', 'passkey']

export function SecondStep({ onIn, onBack }: { onIn: () => Promise<unknown>; onBack: () => void }) {
  const t = useWords(accessWords)
  const prove = async (method: ProofMethod, proof: unknown) => {
    await (method === 'passkey' ? signInByPasskey(proof) : proveAtSignIn(method, String(proof)))
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
      <ProofForm methods={METHODS} prove={prove} aside={back} />
    </>
  )
}
