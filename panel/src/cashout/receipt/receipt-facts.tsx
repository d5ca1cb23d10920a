// The content of a receipt.

import { centavosOf } from '../../api/account/reais.ts'
import type { Cashout } from '../../api/money/cashouts.ts'
import { Code, Facts } from '../../ui/layout/section.tsx'
import { bankName } from '../../ui/values/bank-name.ts'
import { momentText } from '../../ui/values/moment.tsx'
import { Money } from '../../ui/values/money.tsx'
import { PixKey, PixKeyTypeName } from '../../ui/values/pix-key.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { recipientWords } from '../request/recipient-words.ts'
import { cashoutWords } from '../words.ts'
import { receiptWords } from './receipt-words.ts'

export function ReceiptFacts({ cashout, payer }: { cashout: Cashout; payer: string }) {
  const t = useWords(receiptWords)
  const ofCashout = useWords(cashoutWords)
  const ofRecipient = useWords(recipientWords)
  const { locale } = useLanguage()
  const { pixKeyType, pixKey, description, externalReference, endToEndId, recipient } = cashout
  const paidAt = momentText(cashout.processedAt ?? cashout.updatedAt, locale, 'exact')
  const message = (name: string, value: string | undefined) =>
    value === undefined || value === '' ? null : { name, value }
  return (
    <Facts
      facts={[
        { name: t('when'), value: `${paidAt} (${t('zone')})` },
        message(t('payer'), payer),
        { name: ofRecipient('name'), value: recipient?.name ?? ofRecipient('untold') },
        message(ofRecipient('document'), recipient?.document ?? undefined),
        message(ofRecipient('bank'), recipient?.bank ? bankName(recipient.bank) : undefined),
        {
          name: t('payee'),
          value: (
            <>
              <PixKey type={pixKeyType} pixKey={pixKey} /> (<PixKeyTypeName type={pixKeyType} />)
            </>
          ),
        },
        message(ofCashout('facts.description'), description),
        { name: t('fee'), value: <Money centavos={centavosOf(cashout.fees.total)} /> },
        { name: t('total'), value: <Money centavos={centavosOf(cashout.amount)} /> },
        endToEndId === undefined ? null : { name: ofCashout('facts.endToEnd'), value: <Code>{endToEndId}</Code> },
        { name: ofCashout('facts.number'), value: `${cashout.id} (${cashout.uuid})` },
        message(ofCashout('facts.reference'), externalReference),
      ]}
    />
  )
}
