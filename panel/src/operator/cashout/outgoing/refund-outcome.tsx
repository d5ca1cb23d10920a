// A refund of a card whose answer was lost: an operator says whether it went. It is loaded where there is one.
import { Text } from '@mantine/core'
import { decideRefund, type Outgoing } from '../../../api/operator/outgoing.ts'
import { defineWords, useWords } from '../../../words/words.ts'
import { Act } from '../../shared/action-button.tsx'
import { DecisionDialog } from '../../shared/decision-dialog.tsx'

const refundOutcomeWords = defineWords('desk-refund-outcome', {
  pt: {
    decide: 'Informar o que houve',
    text: 'A resposta da adquirente se perdeu, e o pedido não é repetido, para não devolver duas vezes. Procure o reembolso no painel dela e informe aqui o que encontrou.',
    went: 'O reembolso foi feito',
    wentHelp: 'O valor bloqueado sai da conta, e o reembolso fica concluído.',
    didNotGo: 'O reembolso não foi feito',
    didNotGoHelp: 'O valor volta para a venda. O lojista pode pedir o reembolso de novo.',
  },
  en: {
    decide: 'Say what became of it',
    text: 'The answer of the acquirer was lost, and the request is not made again, so that nothing goes back twice. Look for the refund in its panel and say here what you have found.',
    went: 'The refund went',
    wentHelp: 'The held amount leaves the account, and the refund is completed.',
    didNotGo: 'The refund did not go',
    didNotGoHelp: 'The amount goes back to the sale. Its seller may request the refund again.',
  },
})

export function RefundOutcome({ one }: { one: Pick<Outgoing, 'accountId' | 'id' | 'uuid'> }) {
  const t = useWords(refundOutcomeWords)
  return (
    <Act
      size="xs"
      label={t('decide')}
      about={one.uuid}
      dialog={close => (
        <DecisionDialog
          title={t('decide')}
          verb={t('decide')}
          choices={[
            { id: 'WENT', label: t('went'), help: t('wentHelp'), dangerous: true },
            { id: 'DID_NOT_GO', label: t('didNotGo'), help: t('didNotGoHelp'), dangerous: true },
          ]}
          action={({ choice, reason }) => decideRefund(one, choice, reason)}
          onClose={close}
        >
          <Text>{t('text')}</Text>
        </DecisionDialog>
      )}
    />
  )
}
