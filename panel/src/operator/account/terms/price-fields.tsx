// The fields of one price.
import type { Account } from '../../../api/operator/accounts.ts'
import { MoneyInput } from '../../../ui/forms/money-input.tsx'
import { RateInput } from '../../../ui/forms/rate.tsx'
import { useWords } from '../../../words/words.ts'
import { accountsWords } from '../words.ts'

export type AgreedPrice = Account['fees']['pix']

export const NO_PRICE: AgreedPrice = { fixedCents: 0, basisPoints: 0, minimumCents: null, maximumCents: null }

interface PriceFieldsProps {
  price: AgreedPrice
  onChange: (price: AgreedPrice) => void
}

export function PriceFields({ price, onChange }: PriceFieldsProps) {
  const t = useWords(accountsWords)
  const set = (change: Partial<AgreedPrice>) => onChange({ ...price, ...change })
  return (
    <>
      <MoneyInput
        canBeZero
        label={t('feeColumns.fixed')}
        value={price.fixedCents}
        onChange={cents => set({ fixedCents: cents ?? 0 })}
      />
      <RateInput
        label={t('feeColumns.rate')}
        value={price.basisPoints}
        onChange={basisPoints => set({ basisPoints })}
      />
      <MoneyInput
        canBeZero
        label={t('feeColumns.minimum')}
        value={price.minimumCents}
        onChange={minimumCents => set({ minimumCents })}
      />
      <MoneyInput
        canBeZero
        label={t('feeColumns.maximum')}
        value={price.maximumCents}
        onChange={maximumCents => set({ maximumCents })}
      />
    </>
  )
}
