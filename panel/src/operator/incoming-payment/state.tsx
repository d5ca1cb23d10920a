// How money that arrived stands, as the operator reads it in the list and on the page of its sale.
import { Text } from '@mantine/core'
import type { IncomingPayment } from '../../api/operator/incoming-payment/list.ts'
import { useRefundFailureText } from '../../sale/refund/use-refund-failure-text.ts'
import { StatusBadge, type Tone } from '../../ui/feedback/status-badge.tsx'
import { momentText } from '../../ui/values/moment.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { AccountLink } from '../shared/parts.tsx'
import { receiptOperatorWords } from './words.ts'

const TONES: Record<IncomingPayment['status'], Tone> = {
  ACCEPTED: 'good',
  UNACCEPTED: 'attention',
  RETURNING: 'waiting',
  RETURNED: 'quiet',
  CREDITED: 'good',
  MOVED: 'quiet',
}

/** With the reason why no sale accepted it, a person's decision, and why money could not be refunded. */
export function State({
  receipt: { status, reason, decision, refund, movedToAccountId, takenBack, mayBeOfBoletoUntil },
}: {
  receipt: IncomingPayment
}) {
  const t = useWords(receiptOperatorWords)
  const { locale } = useLanguage()
  const { why } = useRefundFailureText()
  return (
    <>
      <StatusBadge tone={TONES[status]}>{t(`status.${status}`)}</StatusBadge>
      {reason !== null && (
        <Text size="sm" c="dimmed">
          {t(`why.${reason}`)}
        </Text>
      )}
      {takenBack !== null && (
        <Text size="sm" fw={600}>
          {t(`takenBack.${takenBack}`)}
        </Text>
      )}
      {mayBeOfBoletoUntil !== null && (
        <Text size="sm" fw={600}>
          {t('mayBeOfBoleto', { moment: momentText(mayBeOfBoletoUntil, locale) })}
        </Text>
      )}
      {decision !== null && (
        <Text size="sm" c="dimmed">
          {decision.reason} · {decision.byName ?? decision.by}
        </Text>
      )}
      {movedToAccountId !== null && (
        <Text size="sm" c="dimmed">
          {t('movedTo')} <AccountLink id={movedToAccountId} />
        </Text>
      )}
      {refund !== null && refund.failure !== null && (
        <Text size="sm" c="dimmed">
          {why(refund.failure)}
        </Text>
      )}
    </>
  )
}
