// The form of a payment link, with a sketch of its page beside it. The same for a new one and for a change.
import { Alert, Button, Grid, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { isLost } from '../../api/uncertain.ts'
import sketch from '../../look/sketch.module.css'
import { useProblemText } from '../../ui/feedback/problem-text.ts'
import { SlowNote, Uncertain } from '../../ui/feedback/sent-notes.tsx'
import { Unsaved } from '../../ui/forms/unsaved.tsx'
import { LinkAnchor } from '../../ui/navigation/links.tsx'
import { useWords } from '../../words/words.ts'
import { MethodsSection } from '../methods/methods-section.tsx'
import type { LinkDraft } from './draft.ts'
import { linkFormWords } from './form-words.ts'
import { Preview } from './preview.tsx'
import { PriceSection } from './price-section.tsx'
import { AddressSection, AfterSection, BoundsSection, BuyerSection } from './terms-sections.tsx'
import { useLinkForm } from './use-link-form.ts'

interface LinkFormProps {
  initial: LinkDraft
  /** Of a link that exists. */
  url: string | null
  verb: string
  cancel: ReactNode
  pending: boolean
  /** It was taken, and the page is about to be left. */
  isSaved: boolean
  /** Of a request with a key of its own. */
  sending?: { isSlow: boolean; repeat: () => void }
  error: unknown
  onSubmit: (draft: LinkDraft) => void
}

export function LinkForm({ initial, url, verb, cancel, pending, isSaved, sending, error, onSubmit }: LinkFormProps) {
  const t = useWords(linkFormWords)
  const { form, isMarked } = useLinkForm(initial, error)
  const focusFirst = (faults: object) => form.getInputNode(Object.keys(faults)[0] ?? '')?.focus()
  const submit = form.onSubmit(onSubmit, focusFirst)
  const isValid = () => {
    const { hasErrors, errors } = form.validate()
    if (hasErrors) focusFirst(errors)
    return !hasErrors
  }
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, md: 7 }}>
        <form onSubmit={submit} noValidate>
          <Stack gap="md">
            <PriceSection form={form} />
            <MethodsSection form={form} stored={url === null ? [] : initial.methods} />
            <BoundsSection form={form} />
            <BuyerSection form={form} />
            <AddressSection form={form} url={url} />
            <AfterSection form={form} />
            <Unsaved when={form.isDirty() && !pending && !isSaved} />
            {pending && sending?.isSlow === true && <SlowNote onRepeat={sending.repeat} />}
            {error !== null && <Refused error={error} isMarked={isMarked} hasKey={sending !== undefined} />}
            <Group justify="flex-end">
              {cancel}
              <Button type="submit" loading={pending}>
                {isLost(error) ? t('again') : verb}
              </Button>
            </Group>
          </Stack>
        </form>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <div className={sketch.beside}>
          <Preview draft={form.getValues()} isValid={isValid} />
        </div>
      </Grid.Col>
    </Grid>
  )
}

function Refused({ error, isMarked, hasKey }: { error: unknown; isMarked: boolean; hasKey: boolean }) {
  const t = useWords(linkFormWords)
  const problemText = useProblemText()
  const summary = (
    <Alert color="red" variant="default" role="alert">
      {isMarked ? t('fix') : problemText(error)}
    </Alert>
  )
  if (!hasKey) return summary
  const link = (
    <LinkAnchor to="/links" underline="always">
      {t('seeLinks')}
    </LinkAnchor>
  )
  return <Uncertain error={error} link={link} otherwise={summary} />
}
