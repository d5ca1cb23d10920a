// The wallet of one account beside the sums of all of its lines.
import { Modal, Stack, Text } from '@mantine/core'
import { type Exact, useExact } from '../../../api/operator/trial.ts'
import { ErrorState, LoadingRows } from '../../../ui/feedback/states.tsx'
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx'
import { useFocusBack } from '../../../ui/forms/use-focus-back.ts'
import { Money } from '../../../ui/values/money.tsx'
import { useWords } from '../../../words/words.ts'
import { PlainRows } from '../../shared/plain-table.tsx'
import { gatewayWords } from '../words.ts'
import { shownOf } from './sides.ts'
import { trialWords } from './trial-words.ts'

interface ExactDialogProps {
  accountId: number
  onClose: () => void
}

export function ExactDialog({ accountId, onClose }: ExactDialogProps) {
  const t = useWords(trialWords)
  const exact = useExact(accountId)
  useFocusBack(true)
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('exactTitle', { id: accountId })}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {exact.isPending && <LoadingRows rows={5} />}
      {exact.isLoadingError && <ErrorState error={exact.error} retry={() => void exact.refetch()} />}
      {exact.data !== undefined && <Sums exact={exact.data} />}
    </Modal>
  )
}

function Sums({ exact: { sides, entries, lines, openHolds, agrees } }: { exact: Exact }) {
  const t = useWords(trialWords)
  const gateway = useWords(gatewayWords)
  return (
    <Stack gap="sm">
      <Text>{t('exactText')}</Text>
      <PlainRows
        caption={t('exactText')}
        rowKey={({ side }) => side}
        rows={sides}
        columns={[
          { id: 'side', header: t('side'), cell: ({ side }) => gateway(`sides.${side}`) },
          {
            id: 'wallet',
            header: t('wallet'),
            isNumber: true,
            cell: one => <Money centavos={shownOf(one.side, Number(one.wallet))} />,
          },
          {
            id: 'lines',
            header: t('lines'),
            isNumber: true,
            cell: one => <Money centavos={shownOf(one.side, Number(one.lines))} />,
          },
        ]}
      />
      <Text size="sm" className="figures">
        {t('counted', { lines, entries })}
      </Text>
      <Text size="sm">
        {t('holds')}: <Money centavos={Number(openHolds)} />
      </Text>
      <StatusBadge tone={agrees ? 'good' : 'bad'}>{t(agrees ? 'agrees' : 'parts')}</StatusBadge>
    </Stack>
  )
}
