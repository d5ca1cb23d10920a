// How buyers see the account at the hosted checkout: its owner changes it, the others see it.
import { Alert, Grid, Stack } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../api/access/me.ts'
import { type Look, useLook } from '../api/account/look.ts'
import { CheckoutsHeader } from '../payment-link/frame.tsx'
import { ErrorState, LoadingPage } from '../ui/feedback/states.tsx'
import { useWords } from '../words/words.ts'
import { draftOf } from './draft.ts'
import { LogoSection } from './logo-section.tsx'
import { Preview } from './preview.tsx'
import sketch from './sketch.module.css'
import { TextsForm } from './texts-form.tsx'
import { lookWords } from './words.ts'

export function LookPage() {
  const t = useWords(lookWords)
  const { data: look, error, isPending, isLoadingError, refetch } = useLook()
  const may = useMay('PUT /api/account/look')
  if (isPending || may === null) return <LoadingPage />
  return (
    <>
      <CheckoutsHeader title={t('title')} description={t('description')} />
      {isLoadingError ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : (
        <Whole look={look} isReading={!may} />
      )}
    </>
  )
}

function Whole({ look, isReading }: { look: Look; isReading: boolean }) {
  const t = useWords(lookWords)
  const [draft, setDraft] = useState(() => draftOf(look))
  return (
    <>
      {isReading && (
        <Alert role="note" variant="default" color="ocre" mb="md">
          {t('onlyOwner')}
        </Alert>
      )}
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="md">
            <LogoSection look={look} isReading={isReading} />
            <TextsForm look={look} isReading={isReading} onDraft={setDraft} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <div className={sketch.beside}>
            <Preview draft={draft} logo={look.logo} />
          </div>
        </Grid.Col>
      </Grid>
    </>
  )
}
