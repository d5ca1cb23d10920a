// The colour, typed or picked, with what can be read on it while it is chosen.
import { Group, Stack, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { contrastOf, isFaintOn, textColourOn } from '#kernel/brand-colour.ts'
import { useLanguage } from '../words/use-language.ts'
import { useWords } from '../words/words.ts'
import { colourOf } from './draft.ts'
import classes from './preview.module.css'
import { lookWords } from './words.ts'

/** Of the cards on the page of the checkout. */
const [LIGHT, DARK] = ['#ffffff', '#1b2420'] as const
const DEFAULT_COLOUR = '#186343'

interface ColourFieldProps {
  value: string
  error: ReactNode
  onChange: (color: string) => void
}

export function ColourField({ value, error, onChange }: ColourFieldProps) {
  const t = useWords(lookWords)
  const colour = colourOf({ color: value })
  return (
    <Stack gap="xs">
      <Group align="flex-end" gap="sm" wrap="nowrap">
        <TextInput
          label={t('color')}
          description={t('colorHelp')}
          autoComplete="off"
          maxLength={7}
          flex={1}
          value={value}
          error={error}
          onChange={event => onChange(event.currentTarget.value)}
        />
        <input
          type="color"
          className={classes.picker}
          aria-label={t('pick')}
          value={colour ?? DEFAULT_COLOUR}
          onChange={event => onChange(event.currentTarget.value)}
        />
      </Group>
      <div aria-live="polite">{colour !== null && <Readable colour={colour} />}</div>
    </Stack>
  )
}

function Readable({ colour }: { colour: string }) {
  const t = useWords(lookWords)
  const { locale } = useLanguage()
  const text = textColourOn(colour) ?? '#000000'
  const contrast = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
    contrastOf(colour, text),
  )
  return (
    <Stack gap={4}>
      <Text size="sm" c="dimmed">
        {t('contrast', { text: t(text === '#000000' ? 'black' : 'white'), contrast })}
      </Text>
      {isFaintOn(colour, LIGHT) && <Text size="sm">{t('faintLight')}</Text>}
      {isFaintOn(colour, DARK) && <Text size="sm">{t('faintDark')}</Text>}
    </Stack>
  )
}
