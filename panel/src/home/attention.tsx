// What needs a person: disputes with their deadlines, cashouts that wait for approval, and notices.
import { Button, Group, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import {
  type Dispute,
  type Notice,
  useApprovals,
  useOpenDisputes,
  useSeeNotice,
  useUnseenNotices,
  type Waiting,
} from '../api/account/attention.ts'
import { centavosOf } from '../api/account/reais.ts'
import { type Here, useSupportHere } from '../api/account/support-here.ts'
import { byDeadline, isDefensible, standingOf } from '../dispute/standing.ts'
import { HereLink, HereText } from '../support/here.tsx'
import { ErrorState, LoadingBlock } from '../ui/feedback/states.tsx'
import { Section } from '../ui/layout/section.tsx'
import { LinkAnchor } from '../ui/navigation/links.tsx'
import { distanceText, Moment, momentText } from '../ui/values/moment.tsx'
import { Money } from '../ui/values/money.tsx'
import { useLanguage } from '../words/use-language.ts'
import { useWords } from '../words/words.ts'
import classes from './home.module.css'
import { Matter } from './matter.tsx'
import { StandingMatter, useStandings } from './standings.tsx'
import { homeWords } from './words.ts'

const CALM_HEIGHT = 104

export function Attention() {
  const t = useWords(homeWords)
  const notices = useUnseenNotices()
  const disputes = useOpenDisputes()
  const approvals = useApprovals()
  const here = useSupportHere()
  const standings = useStandings()
  const failed = [notices, disputes, approvals, standings.balance].find(({ isLoadingError }) => isLoadingError)
  if (failed !== undefined) return <ErrorState error={failed.error} retry={() => void failed.refetch()} />
  // In a support view the support view itself is not reported, so that matter may never load.
  if (notices.isPending || disputes.isPending || approvals.isPending || here.isLoading || standings.isPending)
    return <LoadingBlock height={CALM_HEIGHT} />
  const waiting = approvals.data?.data ?? []
  const matters = [
    ...standings.found.map(standing => <StandingMatter key={standing} standing={standing} />),
    ...(here.data?.data ?? []).map(view => <SupportMatter key={`support-${view.id}`} view={view} />),
    ...toDefend(disputes.data?.data ?? []).map(dispute => <DisputeMatter key={dispute.uuid} dispute={dispute} />),
    ...(waiting.length > 0
      ? [<ApprovalsMatter key="approvals" waiting={waiting} isMore={approvals.data?.nextCursor != null} />]
      : []),
    ...(notices.data?.data ?? []).filter(isForItself).map(notice => <NoticeMatter key={notice.id} notice={notice} />),
  ]
  return (
    <Section title={t('attention.title')}>
      {matters.length > 0 ? (
        <ul className={classes.matters}>{matters}</ul>
      ) : (
        <div className={classes.calm}>
          <IconCircleCheck size={22} aria-hidden />
          <Text>{t('attention.nothing')}</Text>
        </div>
      )}
    </Section>
  )
}

/** One that is defended, or too late for that, waits for others. */
const toDefend = (open: Dispute[]) =>
  open.filter(dispute => isDefensible(standingOf(dispute, new Date()))).toSorted(byDeadline)

/** The others are reported by the open dispute itself. */
const FOR_ITSELF = ['WEBHOOK_SWITCHED_OFF', 'WEBHOOK_GONE', 'DISPUTE_CLOSED'] as const
type ForItself = Notice & { kind: (typeof FOR_ITSELF)[number] }
const isForItself = (notice: Notice): notice is ForItself => FOR_ITSELF.some(kind => kind === notice.kind)

const SupportMatter = ({ view }: { view: Here }) => (
  <Matter action={<HereLink />}>
    <HereText view={view} />
  </Matter>
)

function DisputeMatter({ dispute }: { dispute: Dispute }) {
  const t = useWords(homeWords)
  const { locale } = useLanguage()
  const { kind, amount, deadlineAt, uuid } = dispute
  const link = (
    <LinkAnchor to="/contestacoes/$dispute" params={{ dispute: uuid }}>
      {t('attention.openDispute')}
    </LinkAnchor>
  )
  return (
    <Matter action={link}>
      <Text fw={600}>
        {deadlineAt === null
          ? t(`attention.${kind}`)
          : t(`attention.${kind}_until`, { moment: momentText(deadlineAt, locale) })}
      </Text>
      <Text c="dimmed" size="sm">
        {t('attention.disputed')} <Money centavos={amount} />
        {deadlineAt !== null && ` · ${distanceText(deadlineAt, locale)}`}
      </Text>
    </Matter>
  )
}

/** One leads to itself, several to their list. */
function ApprovalsMatter({ waiting, isMore }: { waiting: Waiting[]; isMore: boolean }) {
  const t = useWords(homeWords)
  const [only] = waiting
  const link =
    waiting.length === 1 && only !== undefined ? (
      <LinkAnchor to="/saques/$cashout" params={{ cashout: only.uuid }}>
        {t('attention.openCashout')}
      </LinkAnchor>
    ) : (
      <LinkAnchor to="/aprovacoes">{t('attention.openApprovals')}</LinkAnchor>
    )
  return (
    <Matter action={link}>
      <Text fw={600}>{t(isMore ? 'attention.approvalsMore' : 'attention.approvals', { count: waiting.length })}</Text>
      {waiting.length === 1 && only !== undefined && (
        <Text c="dimmed" size="sm">
          <Money centavos={centavosOf(only.amount)} /> · {only.pixKey}
        </Text>
      )}
    </Matter>
  )
}

function NoticeMatter({ notice }: { notice: ForItself }) {
  const t = useWords(homeWords)
  const see = useSeeNotice()
  const { webhookId, webhookUrl } = notice.known
  const place = typeof webhookUrl === 'string' ? (URL.parse(webhookUrl)?.host ?? null) : null
  return (
    <Matter
      action={
        <Group gap="sm">
          <AboutNotice notice={notice} />
          <Button variant="default" size="xs" loading={see.isPending} onClick={() => see.mutate(notice.id)}>
            {t('attention.seen')}
          </Button>
        </Group>
      }
    >
      <Text fw={600}>{t(`attention.${notice.kind}`, { webhook: String(webhookId ?? '') })}</Text>
      <Text c="dimmed" size="sm">
        {place !== null && `${place} · `}
        <Moment at={notice.createdAt} />
      </Text>
    </Matter>
  )
}

/** The link to the subject of a notice, where it names one. */
function AboutNotice({ notice: { known } }: { notice: ForItself }) {
  const t = useWords(homeWords)
  const { webhookId, disputeUuid } = known
  if (typeof webhookId === 'number')
    return (
      <LinkAnchor to="/integracoes/webhooks/$webhook" params={{ webhook: String(webhookId) }}>
        {t('attention.openWebhook')}
      </LinkAnchor>
    )
  if (typeof disputeUuid === 'string')
    return (
      <LinkAnchor to="/contestacoes/$dispute" params={{ dispute: disputeUuid }}>
        {t('attention.openDispute')}
      </LinkAnchor>
    )
  return null
}
