// What happened to a cashout, what the system does next, and what a person can do about it, with the control for that.
import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Cashout, retryCashout, useAnomaly } from '../../api/operator/cashouts.ts'
import type { Outgoing } from '../../api/operator/outgoing.ts'
import { useCashoutFailureText } from '../../cashout/use-cashout-failure-text.ts'
import { StatusBadge } from '../../ui/feedback/status-badge.tsx'
import { Facts, Section } from '../../ui/layout/section.tsx'
import { LinkAnchor } from '../../ui/navigation/links.tsx'
import { momentText } from '../../ui/values/moment.tsx'
import { useWhen } from '../../ui/values/use-when.ts'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { Act } from '../shared/action-button.tsx'
import { DecisionDialog } from '../shared/decision-dialog.tsx'
import { AccountLink, PspLink } from '../shared/parts.tsx'
import { Votes } from './approval-votes.tsx'
import { Decide } from './decide-anomaly.tsx'
import { situationOf } from './situation.ts'
import { situationWords } from './situation-words.ts'
import { cashoutOperatorWords } from './words.ts'

interface NowProps {
  cashout: Cashout
  /** null: it has not begun, or has ended. */
  outgoing: Outgoing | null
}

export function NowSection({ cashout, outgoing }: NowProps) {
  const t = useWords(situationWords)
  const textOf = useCashoutFailureText()
  const { locale } = useLanguage()
  const when = useWhen()
  const situation = situationOf(cashout, outgoing)
  const texts = {
    when: when(outgoing?.dueAt ?? null),
    until: cashout.approval === undefined ? '' : momentText(cashout.approval.expiresAt, locale),
    psp: outgoing?.pspAccountName ?? '',
    why: useReasons(cashout),
    failure: cashout.failure === undefined ? '' : textOf(cashout.failure).join(' '),
  }
  const message = outgoing?.said ?? null
  return (
    <Section title={t('title')} aside={<Badge cashout={cashout} outgoing={outgoing} />}>
      <Facts
        facts={[
          {
            name: t('happened'),
            value: (
              <Stack gap={2}>
                <span>{t(`of.${situation}.happened`, texts)}</span>
                {message !== null && (
                  <Text size="sm" c="dimmed">
                    {t('said')}: <span lang="en">{message}</span>
                  </Text>
                )}
              </Stack>
            ),
          },
          { name: t('next'), value: t(`of.${situation}.next`, texts) },
          { name: t('you'), value: t(`of.${situation}.you`, texts) },
        ]}
      />
      <Control cashout={cashout} outgoing={outgoing} />
    </Section>
  )
}

function useReasons({ waitsFor }: Cashout): string {
  const t = useWords(cashoutOperatorWords)
  return waitsFor.map(reason => t(`waits.${reason}`)).join(', ')
}

const ENDED = ['PAID', 'RETURNED', 'FAILED', 'CANCELLED'] as const

function Badge({ cashout, outgoing }: NowProps) {
  const t = useWords(situationWords)
  const situation = situationOf(cashout, outgoing)
  const hasEnded = ENDED.some(end => end === situation)
  const isMoving = ['QUEUED', 'SENT', 'ACCEPTED'].includes(situation)
  return (
    <StatusBadge tone={hasEnded ? 'quiet' : isMoving ? 'waiting' : 'attention'}>
      {t(`of.${situation}.name`)}
    </StatusBadge>
  )
}

function Control({ cashout, outgoing }: NowProps) {
  const control = useControl({ cashout, outgoing })
  return control === null ? null : <Stack mt="md">{control}</Stack>
}

function useControl({ cashout, outgoing }: NowProps): ReactNode {
  const t = useWords(situationWords)
  const open = cashout.anomalies.find(({ decision }) => decision === null)
  switch (situationOf(cashout, outgoing)) {
    case 'ANOMALY':
      return open === undefined ? null : <AnomalyControl uuid={open.uuid} />
    case 'WAITS_OPERATOR':
    case 'WAITS_ACCOUNT':
      return <Votes cashout={cashout} />
    case 'RECOVERY':
      return <LinkAnchor to="/operacao/recuperacao">{t('toRecovery')}</LinkAnchor>
    case 'ACCOUNT_STOPPED':
    case 'NO_PSP':
    case 'WAITS_OTHERS':
      return (
        <span>
          {t('toAccount')}: <AccountLink id={cashout.userId} name={cashout.accountName} />
        </span>
      )
    case 'PSP_OFF':
    case 'PSP_RESTS':
      return outgoing?.pspAccountId == null ? null : (
        <span>
          {t('toPsp')}: <PspLink id={outgoing.pspAccountId}>{outgoing.pspAccountName}</PspLink>
        </span>
      )
    case 'QUEUED':
    case 'UNSENT':
      return <Retry cashout={cashout} what="send" />
    case 'SENT':
    case 'UNKNOWN':
    case 'ACCEPTED':
      return <Retry cashout={cashout} what="ask" />
    default:
      return null
  }
}

function AnomalyControl({ uuid }: { uuid: string }) {
  const t = useWords(situationWords)
  const { data } = useAnomaly(uuid)
  return (
    <>
      {data !== undefined && <Decide anomaly={data} />}
      <LinkAnchor to="/operacao/anomalias/$anomaly" params={{ anomaly: uuid }}>
        {t('toAnomaly')}
      </LinkAnchor>
    </>
  )
}

/** A payout that has not left is sent; one that may have left is polled. */
function Retry({ cashout: { uuid, pixKey }, what }: { cashout: Cashout; what: 'send' | 'ask' }) {
  const t = useWords(situationWords)
  return (
    <Act
      variant="filled"
      label={t(`retry.${what}`)}
      about={pixKey}
      dialog={close => (
        <DecisionDialog
          title={t(`retry.${what}`)}
          verb={t(`retry.${what}`)}
          withoutReason
          action={() => retryCashout(uuid)}
          message={t(`retry.${what}Done`)}
          onClose={close}
        >
          <Text>{t(`retry.${what}Text`)}</Text>
        </DecisionDialog>
      )}
    />
  )
}
