// A click instead of two dates.
import { Button, Group } from '@mantine/core'
import { useWords } from '../../words/words.ts'
import { listWords } from '../tables/list-words.ts'
import { type ChosenPeriod, PRESETS, presetPeriod } from './period.ts'
import { useFilters } from './use-filters.ts'

export function PeriodPresets({ period }: { period: { [Bound in keyof ChosenPeriod]: string | undefined } }) {
  const t = useWords(listWords)
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
            onClick={() => set(isChosen ? { from: '', to: '' } : { from, to })}
          >
            {t(`presets.${preset}`)}
          </Button>
        )
      })}
    </Group>
  )
}
