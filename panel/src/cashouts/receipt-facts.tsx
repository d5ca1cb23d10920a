// What a receipt tells of a payment.
import type { Cashout } from '../api/cashouts.ts'
import { centavosOf } from '../api/reais.ts'
import { bankName } from '../ui/bank-name.ts'
import { momentText } from '../ui/moment.tsx'
import { Money } from '../ui/money.tsx'
import { PixKey, PixKeyTypeName } from '../ui/pix-key.tsx'
import { Code, Facts } from '../ui/section.tsx'
import { useLanguage } from '../words/use-language.ts'
import { useWords } from '../words/words.ts'
import { receiptWords } from './receipt-words.ts'
import { recipientWords } from './recipient-words.ts'
import { cashoutWords } from './words.ts'

export function ReceiptFacts({ cashout, payer }: { cashout: Cashout; payer: string }) {
  const t = useWords(receiptWords)
  const ofCashout = useWords(cashoutWords)
  const ofRecipient = useWords(recipientWords)
  const { locale } = useLanguage()
  const { pixKeyType, pixKey, description, externalReference, endToEndId, recipient } = cashout
  const paidAt = momentText(cashout.processedAt ?? cashout.updatedAt, locale, 'exact')
  const said = (name: string, value: string | undefined) =>
    value === undefined || value === '' ? null : { name, value }
  return (
    <Facts
      facts={[
        { name: t('when'), value: `${paidAt} (${t('zone')})` },
        said(t('payer'), payer),
        { name: ofRecipient('name'), value: recipient?.name ?? ofRecipient('untold') },
        said(ofRecipient('document'), recipient?.document ?? undefined),
        said(ofRecipient('bank'), recipient?.bank ? bankName(recipient.bank) : undefined),
        {
          name: t('payee'),
          value: (
            <>
              <PixKey type={pixKeyType} pixKey={pixKey} /> (<PixKeyTypeName type={pixKeyType} />)
            </>
          ),
        },
        said(ofCashout('facts.description'), description),
        { name: t('fee'), value: <Money centavos={centavosOf(cashout.fees.total)} /> },
        { name: t('total'), value: <Money centavos={centavosOf(cashout.amount)} /> },
        endToEndId === undefined ? null : { name: ofCashout('facts.endToEnd'), value: <Code>{endToEndId}</Code> },
        { name: ofCashout('facts.number'), value: `${cashout.id} (${cashout.uuid})` },
        said(ofCashout('facts.reference'), externalReference),
      ]}
    />
  )
}
