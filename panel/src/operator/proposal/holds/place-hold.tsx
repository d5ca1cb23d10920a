// Proposes to hold money of an account.
import { NativeSelect, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type HoldOrder, placeHold } from '../../../api/operator/proposals.ts'
import { DayInput } from '../../../ui/filters/filter-bar.tsx'
import { MoneyInput } from '../../../ui/forms/money-input.tsx'
import { useWords } from '../../../words/words.ts'
import { Act } from '../../shared/action-button.tsx'
import { DecisionDialog } from '../../shared/decision-dialog.tsx'
import { startOf } from '../../shared/moments.ts'
import { operatorWords } from '../../words.ts'
import { twoWords } from '../words.ts'

const REASONS = ['CAUTELAR', 'JUDICIAL', 'MANUAL'] as const satisfies HoldOrder['reason'][]

export function PlaceHold({ accountId }: { accountId: number }) {
  const t = useWords(twoWords)
  return <Act size="xs" label={t('place')} dialog={close => <PlaceDialog accountId={accountId} onClose={close} />} />
}

function PlaceDialog({ accountId, onClose }: { accountId: number; onClose: () => void }) {
  const t = useWords(twoWords)
  const shared = useWords(operatorWords)
  const [kind, setKind] = useState<HoldOrder['reason']>('CAUTELAR')
  const [amount, setAmount] = useState<number | null>(null)
  const [document, setDocument] = useState('')
  const [releaseOn, setReleaseOn] = useState('')
  const named = document.trim()
  const more = { ...(named !== '' && { document: named }), ...(releaseOn !== '' && { releaseAt: startOf(releaseOn) }) }
  return (
    <DecisionDialog
      title={t('place')}
      verb={t('place')}
      ready={amount !== null && (kind !== 'JUDICIAL' || named !== '')}
      action={({ reason: note }) => placeHold(accountId, { reason: kind, amount: amount ?? 0, ...more, note })}
      message={shared('proposed')}
      onClose={onClose}
    >
      <Text>{t('placeAsk')}</Text>
      <NativeSelect
        label={t('holdColumns.reason')}
        value={kind}
        onChange={event => setKind(REASONS.find(one => one === event.currentTarget.value) ?? 'CAUTELAR')}
        data={REASONS.map(value => ({ value, label: t(`holdReason.${value}`) }))}
      />
      <MoneyInput label={shared('amount')} required value={amount} onChange={setAmount} />
      <TextInput
        label={t('document')}
        description={t('documentHelp')}
        maxLength={140}
        required={kind === 'JUDICIAL'}
        value={document}
        onChange={event => setDocument(event.currentTarget.value)}
      />
      <DayInput label={t('releaseAt')} description={t('releaseHelp')} value={releaseOn} onChange={setReleaseOn} />
    </DecisionDialog>
  )
}
