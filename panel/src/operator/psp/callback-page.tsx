// One callback of a PSP, in full, and its replay.
import { Code, Stack, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useOneCallback, type WholeCallback } from '../../api/operator/psps.ts'
import { ErrorState, LoadingPage } from '../../ui/feedback/states.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Facts, Section } from '../../ui/layout/section.tsx'
import { CopyButton } from '../../ui/values/copy-button.tsx'
import { Moment } from '../../ui/values/moment.tsx'
import { useWords } from '../../words/words.ts'
import { BackLink, PspLink } from '../shared/parts.tsx'
import { operatorWords } from '../words.ts'
import classes from './callback.module.css'
import { CallbackState, Replay } from './callback-parts.tsx'
import { pspWords } from './words.ts'

const route = getRouteApi('/shell/operacao/avisos-psp/$callback')

export function CallbackPage() {
  const t = useWords(pspWords)
  const found = useOneCallback(route.useParams().callback)
  if (found.isPending) return <LoadingPage />
  if (found.isLoadingError) return <ErrorState error={found.error} retry={() => void found.refetch()} />
  const callback = found.data
  return (
    <>
      <PageHeader
        title={t('callback.title', { id: callback.id })}
        above={<BackLink to="/operacao/avisos-psp" />}
        actions={<Replay id={callback.id} />}
      />
      <Stack gap="lg">
        <FactsSection callback={callback} />
        <BodySection body={callback.body} />
      </Stack>
    </>
  )
}

function FactsSection({ callback }: { callback: WholeCallback }) {
  const t = useWords(pspWords)
  const shared = useWords(operatorWords)
  const { trouble, nextTryAt, appliedAt } = callback
  const figures = (count: number) => <span className="figures">{count}</span>
  return (
    <Section title={t('callback.facts')} aside={<CallbackState status={callback.status} />}>
      <Facts
        facts={[
          { name: shared('psp'), value: <PspLink id={callback.pspAccountId} /> },
          { name: t('inboxColumns.at'), value: <Moment at={callback.receivedAt} form="exact" /> },
          { name: t('callback.seen'), value: figures(callback.seen) },
          { name: t('inboxColumns.attempts'), value: figures(callback.attempts) },
          trouble === null ? null : { name: t('inboxColumns.trouble'), value: <span lang="en">{trouble}</span> },
          nextTryAt === null ? null : { name: t('callback.nextTry'), value: <Moment at={nextTryAt} /> },
          appliedAt === null ? null : { name: t('callback.applied'), value: <Moment at={appliedAt} /> },
          { name: t('callback.size'), value: t('callback.bytes', { count: callback.sizeBytes }) },
        ]}
      />
    </Section>
  )
}

function BodySection({ body }: { body: string }) {
  const t = useWords(pspWords)
  return (
    <Section title={t('callback.body')} aside={body !== '' && <CopyButton value={body} label={t('callback.copy')} />}>
      {body === '' ? (
        <Text c="dimmed">{t('callback.empty')}</Text>
      ) : (
        <Code block className={classes.body}>
          {readable(body)}
        </Code>
      )}
    </Section>
  )
}

/** A body that is no JSON is shown as it came. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
