// One request of an authority: what was asked, the archives that answer it, and everything that was done about it.
import { Group, Stack, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import {
  changeDueDay,
  closeLegalRequest,
  type LegalRequest,
  useLegalRequest,
  useSigningKey,
  type WholeLegalRequest,
} from '../../api/operator/legal-request/legal-requests.ts'
import { ErrorState, LoadingPage } from '../../ui/feedback/states.tsx'
import { DayInput } from '../../ui/filters/filter-bar.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Code, Facts, Section } from '../../ui/layout/section.tsx'
import { Timeline } from '../../ui/layout/timeline.tsx'
import { Moment } from '../../ui/values/moment.tsx'
import { useWords } from '../../words/words.ts'
import { Act } from '../shared/action-button.tsx'
import { DecisionDialog } from '../shared/decision-dialog.tsx'
import { AccountLink, BackLink } from '../shared/parts.tsx'
import { operatorWords } from '../words.ts'
import { ArchivesSection } from './archives-section.tsx'
import { DueDay, RequestState } from './state.tsx'
import { legalRequestWords } from './words.ts'

const route = getRouteApi('/shell/operacao/oficios/$request')
const MAKING_MS = 2_000

export function LegalRequestPage() {
  const t = useWords(legalRequestWords)
  const { request: id } = route.useParams()
  const [isMaking, setIsMaking] = useState(false)
  const found = useLegalRequest(id, isMaking ? MAKING_MS : undefined)
  const isNowMaking = found.data?.archives.some(({ state }) => state === 'WAITING' || state === 'MAKING') ?? false
  if (isNowMaking !== isMaking) setIsMaking(isNowMaking)
  if (found.isPending) return <LoadingPage />
  if (found.isLoadingError) return <ErrorState error={found.error} retry={() => void found.refetch()} />
  const request = found.data
  return (
    <>
      <PageHeader
        title={t('one', { number: request.number })}
        description={request.authority}
        above={<BackLink to="/operacao/oficios" />}
        actions={request.state === 'OPEN' && <Actions request={request} />}
      />
      <Stack gap="lg">
        <AskedSection request={request} />
        <ArchivesSection request={request} />
        <HistorySection request={request} />
        <KeySection />
      </Stack>
    </>
  )
}

function Actions({ request }: { request: LegalRequest }) {
  const t = useWords(legalRequestWords)
  return (
    <Group gap="xs">
      <Act label={t('extend')} dialog={close => <ExtendDialog request={request} onClose={close} />} />
      <Act label={t('close')} dialog={close => <CloseDialog request={request} onClose={close} />} />
    </Group>
  )
}

interface DialogProps {
  request: LegalRequest
  onClose: () => void
}

function ExtendDialog({ request, onClose }: DialogProps) {
  const t = useWords(legalRequestWords)
  const [dueOn, setDueOn] = useState(request.dueOn as string)
  return (
    <DecisionDialog
      title={t('extend')}
      verb={t('extend')}
      ready={dueOn !== '' && dueOn !== request.dueOn}
      action={({ reason }) => changeDueDay(request.id, { dueOn, reason })}
      onClose={onClose}
    >
      <Text>{t('extendAsk')}</Text>
      <DayInput label={t('fields.dueOn')} required value={dueOn} onChange={setDueOn} />
    </DecisionDialog>
  )
}

function CloseDialog({ request, onClose }: DialogProps) {
  const t = useWords(legalRequestWords)
  return (
    <DecisionDialog
      title={t('close')}
      verb={t('close')}
      choices={[
        { id: 'ANSWERED', label: t('endAnswered') },
        { id: 'WITHDRAWN', label: t('endWithdrawn'), dangerous: true },
      ]}
      action={({ reason, choice }) =>
        closeLegalRequest(request.id, { state: choice === 'ANSWERED' ? 'ANSWERED' : 'WITHDRAWN', reason })
      }
      onClose={onClose}
    >
      <Text>{t('closeAsk')}</Text>
    </DecisionDialog>
  )
}

function AskedSection({ request }: { request: WholeLegalRequest }) {
  const t = useWords(legalRequestWords)
  const { subjectKind, subjects, from, to, processNumber, notes, createdBy, createdAt, closedAt, closeNote } = request
  return (
    <Section title={t(`kinds.${request.authorityKind}`)} aside={<RequestState request={request} />}>
      <Facts
        facts={[
          processNumber === null ? null : { name: t('fields.processNumber'), value: <Code>{processNumber}</Code> },
          {
            name: t(`subjects.${subjectKind}`),
            value:
              subjectKind === 'ACCOUNT' ? <AccountLink id={Number(subjects[0])} /> : <Code>{subjects.join(' ')}</Code>,
          },
          {
            name: t('facts.period'),
            value: (
              <>
                {from === null ? t('facts.sinceStart') : <Moment at={from} />} –{' '}
                {to === null ? t('facts.untilNow') : <Moment at={to} />}
              </>
            ),
          },
          { name: t('fields.dueOn'), value: <DueDay request={request} /> },
          notes === null ? null : { name: t('fields.notes'), value: notes },
          {
            name: t('facts.createdBy'),
            value: (
              <>
                {createdBy ?? '–'}, <Moment at={createdAt} />
              </>
            ),
          },
          closedAt === null ? null : { name: t('facts.closed'), value: <Moment at={closedAt} /> },
          closeNote === null ? null : { name: t('facts.closeNote'), value: closeNote },
        ]}
      />
    </Section>
  )
}

const ACTS = [
  'legal-request.recorded',
  'legal-request.due-day-changed',
  'legal-request.closed',
  'legal-archive.requested',
  'legal-archive.made',
  'legal-archive.failed',
  'legal-archive.downloaded',
] as const

function HistorySection({ request: { history } }: { request: WholeLegalRequest }) {
  const t = useWords(legalRequestWords)
  const title = (action: string) => {
    const known = ACTS.find(one => one === action)
    return known === undefined ? action : t(`acts.${known}`)
  }
  return (
    <Section title={t('history')}>
      <Timeline
        steps={history.map(({ at, action, by, reason }, n) => ({
          key: String(n),
          title: title(action),
          at,
          tone: action === 'legal-archive.failed' ? 'bad' : 'quiet',
          detail: (
            <Text size="sm">
              {by ?? t('system')}
              {reason !== null && `: ${reason}`}
            </Text>
          ),
        }))}
      />
    </Section>
  )
}

function KeySection() {
  const t = useWords(legalRequestWords)
  const shared = useWords(operatorWords)
  const { data: key } = useSigningKey()
  return (
    <Section title={t('key')}>
      <Text size="sm" mb="sm">
        {t('keyText', { path: '/api/signing-key' })}
      </Text>
      <Facts facts={[{ name: t('fingerprint'), value: <Code>{key?.fingerprint ?? shared('none')}</Code> }]} />
    </Section>
  )
}
