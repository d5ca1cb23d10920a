// Before a cashout is confirmed: the recipient of the last payment to the key, or a note that the bank names the recipient only
// afterwards.
import { Alert, Text } from '@mantine/core'
import { useFormerRecipient } from '../../api/money/cashouts.ts'
import { bankName } from '../../ui/values/bank-name.ts'
import { momentText } from '../../ui/values/moment.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import type { pixKeyOf } from './draft.ts'
import { recipientWords } from './recipient-words.ts'

const HEIGHT = 96

export function RecipientNote({ known }: { known: ReturnType<typeof pixKeyOf> }) {
  const t = useWords(recipientWords)
  const { locale } = useLanguage()
  const { data, isPending, isError } = useFormerRecipient(known)
  if (isPending) return <div style={{ minHeight: HEIGHT }} aria-busy />
  const former = data?.former ?? null
  if (isError || former === null)
    return (
      <Alert role="note" variant="default" color="ocre" title={t('unknownTitle')}>
        {t('unknown')}
      </Alert>
    )
  const { name, document, bank, paidAt } = former
  const about = [document, bank === null ? null : bankName(bank)].filter(part => part !== null)
  return (
    <Alert role="note" variant="default" title={name ?? t('nameless')}>
      {about.length > 0 && <Text size="sm">{about.join(' · ')}</Text>}
      <Text size="sm" c="dimmed" mt={4}>
        {t('former', { day: momentText(paidAt, locale, 'day') })}
      </Text>
    </Alert>
  )
}
