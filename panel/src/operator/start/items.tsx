// Open matters by name: a line with a link to its subject. A subject without a page of its own leads to the list in which it is
// decided.
import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Account } from '../../api/operator/accounts.ts'
import type { Anomaly, HeldBack } from '../../api/operator/cashouts.ts'
import type { Dispute } from '../../api/operator/disputes.ts'
import type { Alert } from '../../api/operator/gateway.ts'
import type { IncomingPayment } from '../../api/operator/incoming-payment/list.ts'
import type { Proposal } from '../../api/operator/proposals.ts'
import type { Callback, PspAccount } from '../../api/operator/psps.ts'
import type { Case } from '../../api/operator/reconciliation.ts'
import { distanceText, Moment } from '../../ui/values/moment.tsx'
import { Money } from '../../ui/values/money.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { anomalyWords } from '../cashout/anomaly-words.ts'
import { type Way, wayOf } from '../gateway/alerts/alert-link.ts'
import { useAlertText } from '../gateway/alerts/alert-words.ts'
import { Severity } from '../gateway/alerts/severity.tsx'
import { useKindName } from '../proposal/kind-name.ts'
import { differenceWords } from '../reconciliation/difference-words.ts'
import { Reais } from '../shared/parts.tsx'
import classes from './attention.module.css'
import { startWords } from './words.ts'

interface LineProps extends Way {
  children: ReactNode
  note?: ReactNode
}

function Line({ children, note, ...way }: LineProps) {
  return (
    <>
      <Link {...(way as { to: '/operacao' })} className={classes.thing}>
        {children}
      </Link>
      {note !== undefined && (
        <Text component="span" size="sm" c="dimmed">
          {' '}
          {note}
        </Text>
      )}
    </>
  )
}

export const AccountLine = ({ account }: { account: Account }) => (
  <Line
    to="/operacao/contas/$account"
    params={{ account: String(account.id) }}
    note={<Moment at={account.createdAt} form="day" />}
  >
    {account.name}
  </Line>
)

export function AlertLine({ alert }: { alert: Alert }) {
  const { title, lang } = useAlertText()(alert)
  const { to, params, search } = wayOf(alert) ?? ALL_ALERTS
  return (
    <>
      <Severity of={alert} />{' '}
      <Line to={to} {...(params && { params })} {...(search && { search })} note={<Moment at={alert.lastAt} />}>
        <span lang={lang}>{title}</span>
      </Line>
    </>
  )
}

const ALL_ALERTS: Way = { to: '/operacao/alarmes', search: { status: 'open' } }

export function AnomalyLine({ anomaly }: { anomaly: Anomaly }) {
  const t = useWords(anomalyWords)
  return (
    <Line
      to="/operacao/anomalias/$anomaly"
      params={{ anomaly: anomaly.uuid }}
      note={<Reais text={anomaly.subject.amount} />}
    >
      {t(anomaly.kind)}
    </Line>
  )
}

export const HeldBackLine = ({ cashout }: { cashout: HeldBack }) => (
  <Line to="/operacao/saques/$cashout" params={{ cashout: cashout.uuid }} note={<Reais text={cashout.amount} />}>
    {cashout.pixKey}
  </Line>
)

export function DisputeLine({ dispute }: { dispute: Dispute }) {
  const t = useWords(startWords)
  const { locale } = useLanguage()
  const { uuid, kind, id, amount, deadlineAt } = dispute
  return (
    <Line
      to="/operacao/disputas/$dispute"
      params={{ dispute: uuid }}
      note={
        <>
          <Money centavos={amount} />
          {deadlineAt !== null && ` · ${t('deadline', { when: distanceText(deadlineAt, locale) })}`}
        </>
      }
    >
      {kind} {id}
    </Line>
  )
}

export function ReceiptLine({ receipt: incomingPayment }: { receipt: IncomingPayment }) {
  const t = useWords(startWords)
  return (
    <Line
      to="/operacao/recebimentos"
      search={{ accountId: String(incomingPayment.accountId), id: String(incomingPayment.id) }}
      note={<Money centavos={incomingPayment.amount} />}
    >
      {incomingPayment.payer.name || t('unknownPayer')}
    </Line>
  )
}

export function CaseLine({ found }: { found: Case }) {
  const t = useWords(differenceWords)
  return (
    <Line
      to="/operacao/conciliacao/$case"
      params={{ case: found.uuid }}
      note={<Money centavos={found.difference} signed />}
    >
      {t(found.kind)}
    </Line>
  )
}

export function ProposalLine({ proposal }: { proposal: Proposal }) {
  const kindName = useKindName()
  return (
    <Line to="/operacao/propostas/$proposal" params={{ proposal: String(proposal.id) }} note={proposal.reason}>
      {kindName(proposal.kind)}
    </Line>
  )
}

export function CallbackLine({ callback }: { callback: Callback }) {
  const t = useWords(startWords)
  return (
    <Line
      to="/operacao/avisos-psp/$callback"
      params={{ callback: String(callback.id) }}
      note={<span lang="en">{callback.trouble}</span>}
    >
      {t('callback', { id: callback.id })}
    </Line>
  )
}

export const PspLine = ({ psp }: { psp: PspAccount }) => (
  <Line
    to="/operacao/psps/$psp"
    params={{ psp: String(psp.id) }}
    note={psp.lastTrouble !== null && <span lang="en">{psp.lastTrouble}</span>}
  >
    {psp.name}
  </Line>
)
