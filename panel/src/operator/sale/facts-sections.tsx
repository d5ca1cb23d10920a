// What a sale is, and the names by which its provider knows it.
import { Group } from '@mantine/core'
import type { OperatorsSale } from '../../api/operator/sale/sale.ts'
import { saleStatusWords } from '../../sale/shown/status-words.ts'
import { isNeverPaid } from '../../sale/status.ts'
import { Code, type Fact, Facts, Section } from '../../ui/layout/section.tsx'
import { LinkAnchor } from '../../ui/navigation/links.tsx'
import { CopyButton } from '../../ui/values/copy-button.tsx'
import { Moment } from '../../ui/values/moment.tsx'
import { Money } from '../../ui/values/money.tsx'
import { useWords } from '../../words/words.ts'
import { PspLink } from '../shared/parts.tsx'
import { operatorWords } from '../words.ts'
import { saleOperatorWords } from './words.ts'

interface Of {
  sale: OperatorsSale
}

const money = (name: string, centavos: number): Fact => ({ name, value: <Money centavos={centavos} /> })

export function FactsSection({ sale }: Of) {
  const t = useWords(saleOperatorWords)
  const { customer, externalReference, idRec } = sale
  const methodName = useWords(saleStatusWords)(`method.${sale.paymentMethod}`)
  return (
    <Section title={t('facts')}>
      <Facts
        facts={[
          { name: t('method'), value: methodName },
          ...useAmounts(sale),
          customer.name === '' ? null : { name: t('customer'), value: customer.name },
          customer.document === '' ? null : { name: t('document'), value: customer.document },
          sale.status === 'PENDENTE' ? { name: t('expires'), value: <Moment at={sale.expiresAt} /> } : null,
          externalReference === undefined ? null : { name: t('reference'), value: externalReference },
          idRec === undefined ? null : { name: t('idRec'), value: <Code>{idRec}</Code> },
          { name: t('uuid'), value: <Copied id={sale.uuid} what={t('uuid')} /> },
        ]}
      />
      <LinkAnchor
        to="/operacao/contas/$account/extrato"
        params={{ account: String(sale.accountId) }}
        search={{ ref: sale.uuid }}
        size="sm"
        mt="sm"
        display="inline-block"
        underline="always"
      >
        {t('statement')}
      </LinkAnchor>
    </Section>
  )
}

/** One that was never paid has a requested amount alone. */
function useAmounts(sale: OperatorsSale): (Fact | null)[] {
  const t = useWords(saleOperatorWords)
  const { amount, systemFee, netAmount, refundedAmount, returnedFee, netAfterRefunds, reserveAmount } = sale
  if (isNeverPaid(sale)) return [money(t('amount'), amount)]
  return [
    money(t('amount'), amount),
    money(t('fee'), systemFee),
    money(t(sale.completedAt === null ? 'netOpen' : 'net'), netAmount),
    refundedAmount === 0 ? null : money(t('refunded'), refundedAmount),
    returnedFee === 0 ? null : money(t('feeBack'), returnedFee),
    refundedAmount === 0 ? null : money(t('netLeft'), netAfterRefunds),
    reserveAmount === 0 ? null : money(t('reserve'), reserveAmount),
  ]
}

export function PspSection({ sale: { psp, paymentMethod } }: Of) {
  const t = useWords(saleOperatorWords)
  const shared = useWords(operatorWords)
  const { txid, chargeId, reportedState, reference } = psp
  const isPix = paymentMethod.startsWith('PIX')
  return (
    <Section title={t('atPsp')}>
      <Facts
        facts={[
          { name: shared('psp'), value: <PspLink id={psp.accountId}>{psp.accountName}</PspLink> },
          { name: t(isPix ? 'txid' : 'ref'), value: <Copied id={txid} what={t(isPix ? 'txid' : 'ref')} /> },
          chargeId === null ? null : { name: t('chargeId'), value: <Copied id={chargeId} what={t('chargeId')} /> },
          reportedState === null ? null : { name: t('reported'), value: t(`state.${reportedState}`) },
          reference === null ? null : { name: t('transferRef'), value: <Code>{reference}</Code> },
        ]}
      />
    </Section>
  )
}

function Copied({ id, what }: { id: string; what: string }) {
  const t = useWords(saleOperatorWords)
  return (
    <Group gap="xs">
      <Code>{id}</Code>
      <CopyButton value={id} label={t('copy', { what })} />
    </Group>
  )
}
