// How a charge is to be paid: by Pix, whose code is shown at once, or by a boleto, which its buyer makes behind a link.
import { SegmentedControl, Stack } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../../api/access/me.ts'
import type { Account } from '../../api/access/session.ts'
import { useWords } from '../../words/words.ts'
import { BoletoChargeForm } from './boleto-charge-form.tsx'
import { ChargeForm } from './charge-form.tsx'
import { chargeWords } from './charge-words.ts'

const WAYS = ['PIX', 'BOLETO'] as const

export function ChargeWays({ account }: { account: Account }) {
  const t = useWords(chargeWords)
  const may = useMay('POST /api/account/payment-links')
  const [way, setWay] = useState<string>('PIX')
  if (account.fees.boleto === null || may !== true) return <ChargeForm />
  return (
    <Stack gap="md" maw={560}>
      <SegmentedControl
        aria-label={t('way')}
        value={way}
        onChange={setWay}
        data={WAYS.map(value => ({ value, label: t(`ways.${value}`) }))}
      />
      {way === 'PIX' ? <ChargeForm /> : <BoletoChargeForm />}
    </Stack>
  )
}
