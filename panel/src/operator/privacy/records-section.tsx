// The record of what is kept of customers: what for, on which basis, for how long as it is set now, and what becomes of it then.
import { Stack, Text } from '@mantine/core'
import { type DataRecord, useDataMap } from '../../api/privacy/operator.ts'
import { privacyWords } from '../../privacy/words.ts'
import { ErrorState, LoadingRows } from '../../ui/feedback/states.tsx'
import { Facts, Section } from '../../ui/layout/section.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'

export function RecordsSection() {
  const t = useWords(privacyWords)
  return (
    <Section title={t('records.title')}>
      <Text size="sm" c="dimmed" mb="md">
        {t('records.text')}
      </Text>
      <Records />
    </Section>
  )
}

function Records() {
  const { data, error, isLoadingError, refetch } = useDataMap()
  const { language } = useLanguage()
  if (isLoadingError) return <ErrorState error={error} retry={() => void refetch()} />
  if (data === undefined) return <LoadingRows rows={4} />
  return (
    <Facts
      facts={data.customers.map(record => ({ name: record.title[language], value: <RecordText of={record} /> }))}
    />
  )
}

function RecordText({ of: { purpose, basis, keeps, usual, setting, end } }: { of: DataRecord }) {
  const t = useWords(privacyWords)
  const { language } = useLanguage()
  const time = keeps === null ? usual[language] : t(`records.${keeps.unit}`, { count: keeps.count })
  return (
    <Stack gap={0}>
      <Text>
        {time}
        {setting !== null && ` (${setting})`}; {end[language]}
      </Text>
      <Text size="sm" c="dimmed">
        {purpose[language]} · {basis[language]}
      </Text>
    </Stack>
  )
}
