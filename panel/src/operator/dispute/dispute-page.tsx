// One dispute: its clock, its money, the defence, and everything that was done about it.
import { SimpleGrid, Stack, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { type DisputeWithSteps, useDispute } from '../../api/operator/disputes.ts'
import { Deadline } from '../../dispute/deadline.tsx'
import { ErrorState, LoadingPage } from '../../ui/feedback/states.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Code, Facts, Section } from '../../ui/layout/section.tsx'
import { Timeline, type TimelineStep } from '../../ui/layout/timeline.tsx'
import { Moment, momentText } from '../../ui/values/moment.tsx'
import { Money, moneyText } from '../../ui/values/money.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { useActionName } from '../gateway/audit/action-words.ts'
import classes from '../operator.module.css'
import { AccountLink, BackLink, PspLink, SaleLink } from '../shared/parts.tsx'
import { operatorWords } from '../words.ts'
import { DefenceSection } from './defence-section.tsx'
import { DisputeActions } from './dispute-actions.tsx'
import { DisputeState } from './state.tsx'
import { disputeOperatorWords } from './words.ts'

const route = getRouteApi('/shell/operacao/disputas/$dispute')

export function DisputePage() {
  const t = useWords(disputeOperatorWords)
  const found = useDispute(route.useParams().dispute)
  if (found.isPending) return <LoadingPage />
  if (found.isLoadingError) return <ErrorState error={found.error} retry={() => void found.refetch()} />
  const dispute = found.data
  return (
    <>
      <PageHeader
        title={t('one', { id: dispute.id })}
        above={<BackLink to="/operacao/disputas" />}
        actions={<DisputeActions dispute={dispute} />}
      />
      <Stack gap="lg">
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <FactsSection dispute={dispute} />
          <LifeSection dispute={dispute} />
        </SimpleGrid>
        <DefenceSection dispute={dispute} />
      </Stack>
    </>
  )
}

function FactsSection({ dispute }: { dispute: DisputeWithSteps }) {
  const t = useWords(disputeOperatorWords)
  const shared = useWords(operatorWords)
  const { reason, protocol, saleUuid } = dispute
  return (
    <Section title={t('facts')} aside={<DisputeState status={dispute.status} />}>
      <Facts
        facts={[
          { name: t('kind'), value: dispute.kind },
          { name: t('deadline'), value: <Deadline dispute={dispute} /> },
          dispute.you.mayEndFrom === null
            ? null
            : { name: t('byHand'), value: <EndedByHand from={dispute.you.mayEndFrom} /> },
          { name: shared('account'), value: <AccountLink id={dispute.userId} /> },
          { name: t('amount'), value: <Money centavos={dispute.amount} /> },
          { name: t('held'), value: <Money centavos={dispute.heldAmount} /> },
          { name: t('lacking'), value: <Money centavos={dispute.lackingAmount} /> },
          { name: t('forfeited'), value: <Money centavos={dispute.forfeitedAmount} /> },
          reason === null ? null : { name: t('said'), value: reason },
          protocol === null ? null : { name: t('protocol'), value: <Code>{protocol}</Code> },
          saleUuid === null ? null : { name: t('sale'), value: <SaleLink uuid={saleUuid} /> },
          { name: t('endToEnd'), value: <Code>{dispute.endToEndId}</Code> },
          { name: shared('psp'), value: <PspLink id={dispute.pspAccountId} /> },
          { name: t('opened'), value: <Moment at={dispute.openedAt} /> },
          dispute.closed === null ? null : { name: t('closedWhy'), value: reasonText(dispute.closed) },
          dispute.closedAt === null ? null : { name: t('closedAt'), value: <Moment at={dispute.closedAt} /> },
        ]}
      />
    </Section>
  )
}

/** Before that the PSP reports how it ends. */
function EndedByHand({ from }: { from: string }) {
  const t = useWords(disputeOperatorWords)
  const { locale } = useLanguage()
  return <>{t('byHandFrom', { moment: momentText(from, locale) })}</>
}

function LifeSection({ dispute }: { dispute: DisputeWithSteps }) {
  const t = useWords(disputeOperatorWords)
  return (
    <Section title={t('timeline')}>
      <Timeline steps={useSteps(dispute)} />
    </Section>
  )
}

/** The actions of people, and every movement of the money. */
function useSteps({ timeline }: DisputeWithSteps): TimelineStep[] {
  const t = useWords(disputeOperatorWords)
  const shared = useWords(operatorWords)
  const actionName = useActionName()
  const { locale } = useLanguage()
  const nameOf = (what: string) => {
    const moved = MOVED.find(one => one === what)
    return moved === undefined ? actionName(what) : t(`moved.${moved}`)
  }
  return timeline.toSorted(asItWent).map(({ at, what, by, byName, reason, detail }, index) => ({
    key: `${at} ${what} ${index}`,
    title: nameOf(what),
    at,
    tone: 'quiet',
    detail: (
      <Text size="sm" c="dimmed" className={classes.breaks}>
        {[amountIn(detail, what, locale), byName ?? (by === 'house' ? shared('house') : by), reason]
          .filter(one => one !== null)
          .join(' · ')}
      </Text>
    ),
  }))
}

/** An action comes before its postings, which have the same moment. */
const asItWent = (one: Step, other: Step): number =>
  one.at.localeCompare(other.at) || Number(isMove(one)) - Number(isMove(other))

type Step = DisputeWithSteps['timeline'][number]
const isMove = ({ what }: Step): boolean => MOVED.some(moved => moved === what)

const MOVED = ['DISPUTE_HELD', 'DISPUTE_RELEASED', 'DISPUTE_TAKEN', 'DISPUTE_CHARGED'] as const

const amountIn = ({ amount }: Record<string, unknown>, what: string, locale: string): string | null =>
  MOVED.some(one => one === what) && typeof amount === 'string' ? moneyText(Number(amount), locale) : null

/** The decision of an operator, with their name. */
const reasonText = ({ reason, by, byName }: NonNullable<DisputeWithSteps['closed']>): string =>
  `${reason} · ${byName ?? by}`
