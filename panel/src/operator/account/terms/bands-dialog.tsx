// What a credit card costs in two parts and more: bands that follow each other without a gap, replaced as a whole.
import { Button, Fieldset, Group, NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { type Account, changeAccount } from '../../../api/operator/accounts.ts'
import { useWords } from '../../../words/words.ts'
import { DecisionDialog } from '../../shared/decision-dialog.tsx'
import { accountsWords } from '../words.ts'
import { bandsWords } from './bands-words.ts'
import { type AgreedPrice, NO_PRICE, PriceFields } from './price-fields.tsx'

const FIRST = 2
const MAX_BANDS = 12

interface Band {
  to: number
  price: AgreedPrice
}

export function BandsDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const t = useWords(bandsWords)
  const shared = useWords(accountsWords)
  const [bands, setBands] = useState<Band[]>(account.fees.creditCardInstallments ?? [])
  const agreed = bands.map((band, at) => ({ ...band, from: startOf(bands, at) }))
  const last = bands.at(-1)?.to ?? FIRST - 1
  const change = (at: number, band: Band) => setBands(bands.map((one, n) => (n === at ? band : one)))
  return (
    <DecisionDialog
      title={t('title')}
      verb={shared('change')}
      dangerous={bands.length === 0}
      action={({ reason }) =>
        changeAccount(account.id, { fees: { creditCardInstallments: agreed.length === 0 ? null : agreed } }, reason)
      }
      message={shared('changed')}
      onClose={onClose}
    >
      <Text>{t('ask')}</Text>
      {bands.length === 0 && <Text c="dimmed">{t('none')}</Text>}
      {agreed.map((band, at) => (
        <BandFields
          key={band.from}
          band={band}
          isLast={at === agreed.length - 1}
          onChange={changed => change(at, changed)}
        />
      ))}
      <Group>
        {last < MAX_BANDS && (
          <Button variant="default" size="xs" onClick={() => setBands([...bands, { to: MAX_BANDS, price: NO_PRICE }])}>
            {t('add', { from: last + 1 })}
          </Button>
        )}
        {bands.length > 0 && (
          <Button variant="default" size="xs" onClick={() => setBands(bands.slice(0, -1))}>
            {t('removeLast')}
          </Button>
        )}
      </Group>
    </DecisionDialog>
  )
}

const startOf = (bands: Band[], at: number): number => (bands[at - 1]?.to ?? FIRST - 1) + 1

interface BandFieldsProps {
  band: Band & { from: number }
  /** The end of any other would move the beginning of the next one. */
  isLast: boolean
  onChange: (band: Band) => void
}

function BandFields({ band: { from, to, price }, isLast, onChange }: BandFieldsProps) {
  const t = useWords(bandsWords)
  const shared = useWords(accountsWords)
  const ends = Array.from({ length: MAX_BANDS - from + 1 }, (_, at) => String(from + at))
  return (
    <Fieldset legend={shared('cardParts', { from, to })}>
      {isLast && (
        <NativeSelect
          label={t('upTo')}
          value={String(to)}
          data={ends}
          onChange={event => onChange({ to: Number(event.currentTarget.value), price })}
        />
      )}
      <PriceFields price={price} onChange={changed => onChange({ to, price: changed })} />
    </Fieldset>
  )
}
