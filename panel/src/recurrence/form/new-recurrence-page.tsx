// A new recurrence, with its first debits beside it, and then its page, where its payer is waited for.
import { Alert, Button, Grid, Group, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconReceiptOff } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { stopOfPix } from '../../account/standing/standing.ts'
import { Stopped } from '../../account/standing/stopped.tsx'
import { useAccount } from '../../api/access/session.ts'
import { Problem } from '../../api/problem.ts'
import { useCreateRecurrence } from '../../api/recurrence/recurrences.ts'
import { isLost } from '../../api/uncertain.ts'
import sketch from '../../look/sketch.module.css'
import { useProblemText } from '../../ui/feedback/problem-text.ts'
import { SlowNote, Uncertain } from '../../ui/feedback/sent-notes.tsx'
import { EmptyState } from '../../ui/feedback/states.tsx'
import { Unsaved } from '../../ui/forms/unsaved.tsx'
import { PageIfMay } from '../../ui/layout/if-may.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { BackLink } from '../../ui/navigation/back-link.tsx'
import { LinkAnchor, LinkButton } from '../../ui/navigation/links.tsx'
import { commonWords } from '../../words/common.ts'
import { useWords } from '../../words/words.ts'
import { reasonWords } from '../refusal/reason-words.ts'
import { useReasonText } from '../refusal/use-reason-text.ts'
import { DaysSection } from './days-section.tsx'
import { bodyOf, type RecurrenceDraft } from './draft.ts'
import { formWords } from './form-words.ts'
import { JourneySection } from './journey-section.tsx'
import { PreviewSection } from './preview-section.tsx'
import { CustomerSection, PriceSection, RulesSection, WhatSection } from './sections.tsx'
import { useRecurrenceForm } from './use-recurrence-form.ts'

export function NewRecurrencePage() {
  const t = useWords(formWords)
  const { data: account } = useAccount()
  const stop = account ? stopOfPix(account) : null
  const hasPrice = account == null || account.fees.pixAutomatico !== null
  return (
    <PageIfMay route="POST /api/recurrences" title={t('title')}>
      <PageHeader title={t('title')} above={<BackLink to="/recorrencias">{t('back')}</BackLink>} />
      {stop !== null ? <Stopped stop={stop} /> : hasPrice ? <Form /> : <NoPrice />}
    </PageIfMay>
  )
}

/** The agreed price is the switch: what is filled in without one would be refused. */
function NoPrice() {
  const t = useWords(formWords)
  const reason = useWords(reasonWords)
  return (
    <EmptyState icon={<IconReceiptOff />} title={t('noPrice')}>
      {reason('NO_PRICE')}
    </EmptyState>
  )
}

function Form() {
  const t = useWords(formWords)
  const common = useWords(commonWords)
  const navigate = useNavigate()
  const { mutate, isPending, isSuccess, isSlow, repeat, error } = useCreateRecurrence()
  const { form, isMarked } = useRecurrenceForm(error)
  const create = (draft: RecurrenceDraft) =>
    mutate(bodyOf(draft), {
      onSuccess: ({ uuid }) => {
        notifications.show({ message: t('created') })
        void navigate({ to: '/recorrencias/$recurrence', params: { recurrence: uuid }, replace: true })
      },
    })
  const submit = form.onSubmit(create, faults => {
    const [first = ''] = Object.keys(faults)
    form.getInputNode(first)?.focus()
  })
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, md: 7 }}>
        <form onSubmit={submit} noValidate>
          <Stack gap="md">
            <JourneySection form={form} />
            <WhatSection form={form} />
            <CustomerSection form={form} />
            <PriceSection form={form} />
            <DaysSection form={form} />
            <RulesSection form={form} />
            <Unsaved when={form.isDirty() && !isPending && !isSuccess} />
            {isPending && isSlow && <SlowNote onRepeat={repeat} />}
            {error !== null && <Refused error={error} isMarked={isMarked} />}
            <Group justify="flex-end">
              <LinkButton to="/recorrencias" variant="default">
                {common('actions.cancel')}
              </LinkButton>
              <Button type="submit" loading={isPending}>
                {isLost(error) ? t('again') : t('create')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <div className={sketch.beside}>
          <PreviewSection draft={form.getValues()} />
        </div>
      </Grid.Col>
    </Grid>
  )
}

function Refused({ error, isMarked }: { error: unknown; isMarked: boolean }) {
  const t = useWords(formWords)
  const problemText = useProblemText()
  const reasonText = useReasonText()
  const taken = error instanceof Problem ? error.reason?.idRec : undefined
  const summary = (
    <Alert color="red" variant="default" role="alert">
      {isMarked ? t('fix') : (reasonText(error) ?? problemText(error))}{' '}
      {taken !== undefined && (
        <LinkAnchor to="/recorrencias/$recurrence" params={{ recurrence: String(taken) }} underline="always">
          {t('taken')}
        </LinkAnchor>
      )}
    </Alert>
  )
  const link = (
    <LinkAnchor to="/recorrencias" underline="always">
      {t('seeList')}
    </LinkAnchor>
  )
  return <Uncertain error={error} link={link} otherwise={summary} />
}
