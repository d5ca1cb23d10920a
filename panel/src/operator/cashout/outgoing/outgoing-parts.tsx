// The parts that show one payout on its way.
import { Box, Text } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import type { Outgoing } from '../../../api/operator/outgoing.ts'
import { StatusBadge, type Tone } from '../../../ui/feedback/status-badge.tsx'
import { Code } from '../../../ui/layout/section.tsx'
import { LinkAnchor } from '../../../ui/navigation/links.tsx'
import { distanceText, momentText } from '../../../ui/values/moment.tsx'
import { MINUTE_MS, useWhen } from '../../../ui/values/use-when.ts'
import { useLanguage } from '../../../words/use-language.ts'
import { useWords } from '../../../words/words.ts'
import classes from '../../operator.module.css'
import { AccountLink, PspLink, SaleLink } from '../../shared/parts.tsx'
import { outgoingWords } from './outgoing-words.ts'

const TONES: Record<Outgoing['status'], Tone> = {
  QUEUED: 'quiet',
  SENT: 'waiting',
  UNKNOWN: 'attention',
  ACCEPTED: 'waiting',
}

interface Of {
  one: Outgoing
}

const Small = ({ children, lang }: { children: ReactNode; lang?: string }) => (
  <Text
    component="span"
    size="sm"
    c="dimmed"
    display="block"
    className={classes.small}
    {...(lang !== undefined && { lang })}
  >
    {children}
  </Text>
)

export const Whose = ({ one: { accountId, accountName } }: Of) => (
  <Box miw={{ base: 0, sm: 110 }}>
    <AccountLink id={accountId} name={accountName} />
  </Box>
)

/** Of few refunds of cards only. */
const RefundOutcome = lazy(() =>
  import('./refund-outcome.tsx').then(({ RefundOutcome: outcome }) => ({ default: outcome })),
)

export function Standing({ one }: Of) {
  const { kind, uuid, status, stoppedBy, said: message, anomalyUuid } = one
  const isUncertain = kind === 'refund' && status === 'UNKNOWN'
  const t = useWords(outgoingWords)
  return (
    <span>
      <StatusBadge tone={TONES[status]}>{t(`status.${status}`)}</StatusBadge>
      {stoppedBy !== null && <Small>{t(`stoppedBy.${stoppedBy}`)}</Small>}
      {message !== null && <Small lang="en">{message}</Small>}
      {kind === 'refund' && !isUncertain && <Small>{t('refundNext')}</Small>}
      {isUncertain && (
        <Suspense>
          <RefundOutcome one={one} />
        </Suspense>
      )}
      {kind === 'cashout' && (
        <LinkAnchor
          to="/operacao/saques/$cashout"
          params={{ cashout: uuid }}
          size="sm"
          display="block"
          underline="always"
        >
          {t('whatToDo')}
        </LinkAnchor>
      )}
      {anomalyUuid !== null && (
        <LinkAnchor
          to="/operacao/anomalias/$anomaly"
          params={{ anomaly: anomalyUuid }}
          size="sm"
          display="block"
          underline="always"
        >
          {t('anomaly')}
        </LinkAnchor>
      )}
    </span>
  )
}

const OVERDUE_MS = 3_600_000

/** `now`: when the list was read; nothing else in it may have changed. */
export function Age({ one: { since }, now }: Of & { now: Date }) {
  const t = useWords(outgoingWords)
  const { locale } = useLanguage()
  const ageMs = now.getTime() - new Date(since).getTime()
  const text = ageMs < MINUTE_MS ? t('justNow') : distanceText(since, locale, now)
  return (
    <time dateTime={since} title={momentText(since, locale, 'exact')}>
      {ageMs > OVERDUE_MS ? <StatusBadge tone="bad">{text}</StatusBadge> : text}
    </time>
  )
}

export function Lookups({ one: { lookups, status, dueAt, stoppedBy }, now }: Of & { now: Date }) {
  const t = useWords(outgoingWords)
  const { locale } = useLanguage()
  const when = useWhen()(dueAt, now)
  return (
    <span className="figures">
      {lookups === 0 ? t('noLookups') : new Intl.NumberFormat(locale).format(lookups)}
      {stoppedBy === null && <Small>{t(status === 'QUEUED' ? 'sent' : 'next', { when })}</Small>}
    </span>
  )
}

/** Else it is our own name of a payment: of a boleto, a card or a line of a statement. */
const IS_PIX = /^[ED]/

/** Its PSP, and its identifiers there and here. */
export function Ids({ one }: Of) {
  const t = useWords(outgoingWords)
  const { uuid, pspAccountId, pspAccountName, payoutId, endToEndId, saleUuid, receiptId } = one
  return (
    <Box miw={{ base: 0, sm: 130, lg: 190 }}>
      {pspAccountId !== null && <PspLink id={pspAccountId}>{pspAccountName}</PspLink>}
      <div>
        <Code>{uuid}</Code>
      </div>
      {payoutId !== null && <Named name={t('payoutId')} id={payoutId} />}
      {endToEndId !== null && <Named name={t(IS_PIX.test(endToEndId) ? 'endToEndId' : 'paidBy')} id={endToEndId} />}
      {saleUuid !== null && (
        <Small>
          {t('sale')}: <SaleLink uuid={saleUuid} />
        </Small>
      )}
      {saleUuid === null && receiptId !== null && <Small>{t('receipt', { id: receiptId })}</Small>}
    </Box>
  )
}

const Named = ({ name, id }: { name: string; id: string }) => (
  <Small>
    {name}: <Code>{id}</Code>
  </Small>
)
