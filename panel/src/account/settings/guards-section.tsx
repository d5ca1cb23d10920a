// The settings that protect the account from mistakes and from strangers.
import { NativeSelect, Stack, Switch } from '@mantine/core'
import { Section } from '../../ui/layout/section.tsx'
import { LinkAnchor } from '../../ui/navigation/links.tsx'
import { useWords } from '../../words/words.ts'
import type { PartProps } from './settings-form.tsx'
import { settingsWords } from './words.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const WINDOWS = [0, MINUTE, 5 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 6 * HOUR, 24 * HOUR]

export function GuardsSection({ account, settings: { draft, set } }: PartProps) {
  const t = useWords(settingsWords)
  const nameOf = useWindowName()
  // Through the API it may be any number of seconds.
  const windows = [...new Set([...WINDOWS, account.duplicateCashoutWindowSeconds])].toSorted((one, two) => one - two)
  const security = (
    <LinkAnchor to="/seguranca" size="sm">
      {t('guards.secondFactorLink')}
    </LinkAnchor>
  )
  return (
    <Section title={t('guards.title')} aside={security}>
      <Stack gap="md">
        <NativeSelect
          label={t('guards.duplicates')}
          description={t('guards.duplicatesHelp')}
          value={String(draft.duplicateCashoutWindowSeconds)}
          data={windows.map(seconds => ({ value: String(seconds), label: nameOf(seconds) }))}
          onChange={event => set({ duplicateCashoutWindowSeconds: Number(event.currentTarget.value) })}
        />
        <Switch
          label={t('guards.secondFactor')}
          description={t('guards.secondFactorHelp')}
          checked={draft.membersNeedSecondFactor}
          onChange={event => set({ membersNeedSecondFactor: event.currentTarget.checked })}
        />
      </Stack>
    </Section>
  )
}

function useWindowName(): (seconds: number) => string {
  const t = useWords(settingsWords)
  return seconds => {
    if (seconds === 0) return t('guards.duplicatesOff')
    if (seconds % HOUR === 0) return t('guards.hours', { count: seconds / HOUR })
    if (seconds % MINUTE === 0) return t('guards.minutes', { count: seconds / MINUTE })
    return t('guards.seconds', { count: seconds })
  }
}
