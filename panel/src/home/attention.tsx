// What needs somebody: disputes with their deadlines, cashouts that wait for approval, and what was noticed.
import { Button, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import {
  type Dispute,
  type Notice,
  useApprovals,
  useOpenDisputes,
  useSeeNotice,
  useUnseenNotices,
} from '../api/attention.ts'
import { LinkAnchor } from '../ui/links.tsx'
import { distanceText, Moment } from '../ui/moment.tsx'
import { Money } from '../ui/money.tsx'
import { Section } from '../ui/section.tsx'
import { ErrorState, LoadingBlock } from '../ui/states.tsx'
import { useLanguage } from '../words/use-language.ts'
import { useWords } from '../words/words.ts'
import classes from './home.module.css'
import { homeWords } from './words.ts'

const CALM_HEIGHT = 104

export function Attention() {
  const t = useWords(homeWords)
  const notices = useUnseenNotices()
  const disputes = useOpenDisputes()
  const approvals = useApprovals()
  const failed = [notices, disputes, approvals].find(({ isError }) => isError)
  if (failed !== undefined) return <ErrorState error={failed.error} retry={() => void failed.refetch()} />
  if (notices.isPending || disputes.isPending || approvals.isPending) return <LoadingBlock height={CALM_HEIGHT} />
  const waiting = approvals.data?.data.length ?? 0
  const matters = [
    ...(disputes.data?.data ?? []).map(dispute => <DisputeMatter key={dispute.uuid} dispute={dispute} />),
    ...(waiting > 0 ? [<Matter key="approvals">{t('attention.approvals', { count: waiting })}</Matter>] : []),
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

/** The others are told by the open dispute itself. */
const FOR_ITSELF = ['WEBHOOK_SWITCHED_OFF', 'WEBHOOK_GONE', 'DISPUTE_CLOSED'] as const
type ForItself = Notice & { kind: (typeof FOR_ITSELF)[number] }
const isForItself = (notice: Notice): notice is ForItself => FOR_ITSELF.some(kind => kind === notice.kind)

function Matter({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <li className={classes.matter}>
      <div>{children}</div>
      {action}
    </li>
  )
}

function DisputeMatter({ dispute }: { dispute: Dispute }) {
  const t = useWords(homeWords)
  const { locale } = useLanguage()
  const link = dispute.saleUuid !== null && (
    <LinkAnchor to="/vendas/$sale" params={{ sale: dispute.saleUuid }}>
      {t('attention.openSale')}
    </LinkAnchor>
  )
  return (
    <Matter action={link}>
      <Text fw={600}>{t(`attention.${dispute.kind}`)}</Text>
      <Text c="dimmed" size="sm">
        {t('attention.disputed')} <Money centavos={dispute.amount} />
        {dispute.deadlineAt !== null &&
          ` · ${t('attention.deadline', { when: distanceText(dispute.deadlineAt, locale) })}`}
      </Text>
    </Matter>
  )
}

function NoticeMatter({ notice }: { notice: ForItself }) {
  const t = useWords(homeWords)
  const see = useSeeNotice()
  const webhook = String(notice.known.webhookId ?? '')
  return (
    <Matter
      action={
        <Button variant="default" size="xs" loading={see.isPending} onClick={() => see.mutate(notice.id)}>
          {t('attention.seen')}
        </Button>
      }
    >
      <Text fw={600}>{t(`attention.${notice.kind}`, { webhook })}</Text>
      <Text c="dimmed" size="sm">
        <Moment at={notice.createdAt} />
      </Text>
    </Matter>
  )
}
