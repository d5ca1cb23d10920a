// Where a buyer enters a card, and when the PSP pays what it has charged.
import { NativeSelect, NumberInput, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { changePsp, type PspAccount } from '../../../api/operator/psps.ts'
import { useWords } from '../../../words/words.ts'
import { DecisionDialog } from '../../shared/decision-dialog.tsx'
import { cardWords } from './words.ts'

type Settlement = NonNullable<PspAccount['cardSettlement']>

const ENTRIES = ['frame', 'script', 'redirect'] as const satisfies PspAccount['cardEntry'][]
const MODES = ['PER_INSTALLMENT', 'AT_ONCE'] as const satisfies Settlement['mode'][]
const MAX_DAYS = 365
const DEFAULT_DAYS = 30

export function CardDialog({ psp, onClose }: { psp: PspAccount; onClose: () => void }) {
  const t = useWords(cardWords)
  const [entry, setEntry] = useState(psp.cardEntry)
  const [origin, setOrigin] = useState(psp.cardEntryOrigin ?? '')
  const [settlement, setSettlement] = useState(psp.cardSettlement)
  const given = origin.trim()
  const cardEntryOrigin = given === '' ? null : given
  return (
    <DecisionDialog
      title={t('change')}
      verb={t('changeVerb')}
      ready={entry !== 'frame' || given !== ''}
      action={({ reason }) =>
        changePsp(psp.id, { cardEntry: entry, cardEntryOrigin, cardSettlement: settlement }, reason)
      }
      onClose={onClose}
    >
      <Text>{t('changeAsk')}</Text>
      <NativeSelect
        label={t('entry')}
        description={t('entryHelp')}
        value={entry}
        data={ENTRIES.map(value => ({ value, label: t(`entries.${value}`) }))}
        onChange={({ currentTarget: { value } }) => setEntry(ENTRIES.find(one => one === value) ?? entry)}
      />
      <TextInput
        label={t('origin')}
        description={t('originHelp')}
        required={entry === 'frame'}
        type="url"
        autoComplete="off"
        maxLength={300}
        value={origin}
        onChange={event => setOrigin(event.currentTarget.value)}
      />
      <SettlementFields value={settlement} onChange={setSettlement} />
    </DecisionDialog>
  )
}

interface SettlementFieldsProps {
  value: Settlement | null
  onChange: (value: Settlement | null) => void
}

function SettlementFields({ value, onChange }: SettlementFieldsProps) {
  const t = useWords(cardWords)
  const pick = (name: string) => {
    const mode = MODES.find(one => one === name)
    onChange(mode === undefined ? null : { mode, days: value?.days ?? DEFAULT_DAYS })
  }
  return (
    <>
      <NativeSelect
        label={t('settlement')}
        value={value?.mode ?? 'none'}
        data={(['none', ...MODES] as const).map(mode => ({ value: mode, label: t(`settlements.${mode}`) }))}
        onChange={event => pick(event.currentTarget.value)}
      />
      {value !== null && (
        <NumberInput
          label={t('days')}
          description={t('daysHelp')}
          min={0}
          max={MAX_DAYS}
          allowDecimal={false}
          hideControls
          value={value.days}
          onChange={days => onChange({ ...value, days: Number(days) })}
        />
      )}
    </>
  )
}
