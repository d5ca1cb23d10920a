// What the payer authorises at the bank, and nobody changes here.
import { Stack, Text } from '@mantine/core'
import type { Recurrence } from '../../api/recurrence/recurrences.ts'
import { Code, Facts } from '../../ui/layout/section.tsx'
import { dayText } from '../../ui/values/moment.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { oneWords } from '../one/words.ts'
import { usePriceText } from '../recurrence-parts.tsx'
import { recurrenceWords } from '../words.ts'
import { changeWords } from './change-words.ts'

export function Unchanging({ recurrence }: { recurrence: Recurrence }) {
  const t = useWords(changeWords)
  const one = useWords(oneWords)
  const list = useWords(recurrenceWords)
  const price = usePriceText()
  const { locale } = useLanguage()
  const { contrato, objeto, dataFinal, periodicidade, politicaRetentativa, valor } = recurrence
  const isWithRetries = politicaRetentativa !== 'NAO_PERMITE'
  return (
    <Stack gap="sm">
      <Text size="sm">{t('fixedText')}</Text>
      <Facts
        facts={[
          { name: one('facts.contract'), value: <Code>{contrato}</Code> },
          objeto === null ? null : { name: one('facts.object'), value: objeto },
          valor === null
            ? { name: one('facts.period'), value: list(`periodName.${periodicidade}`) }
            : { name: one('facts.price'), value: price(recurrence) },
          { name: one('facts.last'), value: dataFinal === null ? one('facts.open') : dayText(dataFinal, locale) },
          { name: one('facts.retries'), value: one(isWithRetries ? 'facts.permitted' : 'facts.noRetries') },
        ]}
      />
    </Stack>
  )
}
