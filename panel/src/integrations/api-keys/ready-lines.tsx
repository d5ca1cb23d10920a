// A request that is ready to be pasted, with the person's own keys in it. The private one only while it is shown anyway.
import { Group, NativeSelect, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Credential } from '../../api/account/credentials.ts'
import { Section } from '../../ui/layout/section.tsx'
import { useWords } from '../../words/words.ts'
import { CodeBlock } from '../code-block.tsx'
import { integrationWords } from '../words.ts'
import { EXAMPLES, type Example, LANGUAGES, type Language, linesIn } from './example-lines.ts'

const LANGUAGE_NAMES: Record<Language, string> = { curl: 'curl', node: 'Node.js' }

export function ReadyLines({ publicKey, privateKey }: { publicKey: string; privateKey: string | null }) {
  const t = useWords(integrationWords)
  const [language, setLanguage] = useState<Language>('curl')
  const [example, setExample] = useState<Example>('balance')
  const keys = { publicKey, privateKey: privateKey ?? t('ready.secret') }
  const text = linesIn(language, example, window.location.origin, keys)
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {privateKey === null ? t('ready.text') : t('ready.textWhole')}
      </Text>
      <Group gap="sm">
        <SegmentedControl
          size="xs"
          data={EXAMPLES.map(value => ({ value, label: t(`ready.examples.${value}`) }))}
          value={example}
          onChange={setExample}
          aria-label={t('ready.example')}
        />
        <SegmentedControl
          size="xs"
          data={LANGUAGES.map(value => ({ value, label: LANGUAGE_NAMES[value] }))}
          value={language}
          onChange={setLanguage}
          aria-label={t('ready.language')}
        />
      </Group>
      <CodeBlock text={text} label={t('ready.title')} copyLabel={t('ready.copy')} />
    </Stack>
  )
}

/** With one of the keys that can be used now. */
export function ReadySection({ keys }: { keys: Credential[] }) {
  const t = useWords(integrationWords)
  const [chosen, setChosen] = useState<string | null>(null)
  const key = keys.find(({ id }) => id === chosen) ?? keys[0]
  if (key === undefined) return null
  return (
    <Section
      title={t('ready.title')}
      aside={
        keys.length > 1 && (
          <NativeSelect
            size="xs"
            aria-label={t('ready.key')}
            value={key.id}
            onChange={event => setChosen(event.currentTarget.value)}
            data={keys.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )
      }
    >
      <ReadyLines publicKey={key.publicKey} privateKey={null} />
    </Section>
  )
}
