// A change of a recurrence: what is the seller's to change, each with what it means, and what is the payer's agreement beside it.
import { Alert, Button, Grid, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Problem } from '../../api/problem.ts'
import { type Recurrence, useChangeRecurrence, useRecurrence } from '../../api/recurrence/recurrences.ts'
import { useProblemText } from '../../ui/feedback/problem-text.ts'
import { ErrorState, LoadingPage } from '../../ui/feedback/states.tsx'
import { Unsaved } from '../../ui/forms/unsaved.tsx'
import { PageIfMay } from '../../ui/layout/if-may.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { BackLink } from '../../ui/navigation/back-link.tsx'
import { LinkButton } from '../../ui/navigation/links.tsx'
import { commonWords } from '../../words/common.ts'
import { useWords } from '../../words/words.ts'
import { useReasonText } from '../refusal/use-reason-text.ts'
import { isLive } from '../tones.ts'
import { changeWords } from './change-words.ts'
import { type ChangeDraft, changeOf, draftOf } from './draft.ts'
import { AmountPart, CustomerPart, DayPart, ItemsPart, RulesPart, SystemPart } from './parts.tsx'
import { Unchanging } from './unchanging.tsx'
import { useChangeForm } from './use-change-form.ts'

const route = getRouteApi('/shell/recorrencias/$recurrence/alterar')

export function ChangeRecurrencePage() {
  const t = useWords(changeWords)
  const { recurrence: id } = route.useParams()
  return (
    <PageIfMay route="PATCH /api/recurrences/:id" title={t('title')}>
      <PageHeader
        title={t('title')}
        above={
          <BackLink to="/recorrencias/$recurrence" params={{ recurrence: id }}>
            {t('back')}
          </BackLink>
        }
      />
      <Change id={id} />
    </PageIfMay>
  )
}

function Change({ id }: { id: string }) {
  const t = useWords(changeWords)
  const { data: recurrence, error, isPending, isLoadingError, refetch } = useRecurrence(id)
  if (isPending) return <LoadingPage />
  if (isLoadingError) return <ErrorState error={error} retry={() => void refetch()} />
  const isOpen = isLive(recurrence) && recurrence.cancelamentoPedidoEm === null
  return isOpen ? <Form key={recurrence.uuid} recurrence={recurrence} /> : <Text>{t('over')}</Text>
}

function Form({ recurrence }: { recurrence: Recurrence }) {
  const t = useWords(changeWords)
  const common = useWords(commonWords)
  const navigate = useNavigate()
  const [before] = useState(() => draftOf(recurrence))
  const { mutate, isPending, isSuccess, error } = useChangeRecurrence(recurrence.uuid)
  const { form, isMarked } = useChangeForm(before, error)
  const params = { recurrence: recurrence.uuid }
  const back = () => void navigate({ to: '/recorrencias/$recurrence', params })
  const save = (draft: ChangeDraft) => {
    const change = changeOf(draft, before)
    if (change === null) return back()
    const done = () => {
      notifications.show({ message: t('saved') })
      back()
    }
    mutate(change, { onSuccess: done })
  }
  const submit = form.onSubmit(save, faults => {
    const [first = ''] = Object.keys(faults)
    form.getInputNode(first)?.focus()
  })
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, md: 7 }}>
        <form onSubmit={submit} noValidate>
          <Stack gap="md">
            <CustomerPart form={form} />
            {recurrence.status === 'CRIADA' && <DayPart form={form} />}
            {recurrence.valor === null && <AmountPart form={form} />}
            <ItemsPart form={form} />
            <RulesPart form={form} recurrence={recurrence} />
            <SystemPart form={form} />
            <Unsaved when={form.isDirty() && !isPending && !isSuccess} />
            {error !== null && <Refused error={error} isMarked={isMarked} />}
            <Group justify="flex-end">
              <LinkButton to="/recorrencias/$recurrence" params={params} variant="default">
                {common('actions.cancel')}
              </LinkButton>
              <Button type="submit" loading={isPending}>
                {common('actions.save')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Section title={t('fixed')}>
          <Unchanging recurrence={recurrence} />
        </Section>
      </Grid.Col>
    </Grid>
  )
}

function Refused({ error, isMarked }: { error: unknown; isMarked: boolean }) {
  const t = useWords(changeWords)
  const problemText = useProblemText()
  const reasonText = useReasonText()
  const isUnanswered = error instanceof Problem && error.code === 'PSP_UNAVAILABLE'
  const text = isUnanswered ? t('unanswered') : (reasonText(error) ?? problemText(error))
  return (
    <Alert color="red" variant="default" role="alert">
      {isMarked ? t('fix') : text}
    </Alert>
  )
}
