// A click instead of two dates.
import { Button, Group } from '@mantine/core'
import { useFilters } from '../ui/use-filters.ts'
import { useWords } from '../words/words.ts'
import type { ChosenPeriod } from './frame.tsx'
import { PRESETS, presetPeriod } from './period.ts'
import { statementWords } from './words.ts'

export function PeriodPresets({ period }: { period: ChosenPeriod }) {
  const t = useWords(statementWords)
  const { set } = useFilters()
  const now = new Date()
  return (
    <Group component="fieldset" gap="xs" mb="md" p={0} bd={0} aria-label={t('presets.label')}>
      {PRESETS.map(preset => {
        const { from, to } = presetPeriod(preset, now)
        const isChosen = period.from === from && period.to === to
        return (
          <Button
            key={preset}
            size="xs"
            variant={isChosen ? 'filled' : 'default'}
            aria-pressed={isChosen}
            onClick={() => set({ from, to })}
          >
            {t(`presets.${preset}`)}
          </Button>
        )
      })}
    </Group>
  )
}
