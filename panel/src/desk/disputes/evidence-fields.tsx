// What speaks for the account: titles with a text, a link, or both. Providers take no files.
import { Button, Fieldset, Stack, Textarea, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { Evidence } from '../../api/desk/disputes.ts'
import { useWords } from '../../words/words.ts'
import { disputeDeskWords } from './words.ts'

const MOST = 20

export interface DraftEvidence {
  title: string
  text: string
  url: string
}

/** What says nothing is left out. */
export const evidenceOf = (drafts: DraftEvidence[]): Evidence[] =>
  drafts
    .filter(({ title }) => title.trim() !== '')
    .map(({ title, text, url }) => ({
      title: title.trim(),
      ...(text.trim() !== '' && { text: text.trim() }),
      ...(url.trim() !== '' && { url: url.trim() }),
    }))

interface EvidenceFieldsProps {
  value: DraftEvidence[]
  onChange: (value: DraftEvidence[]) => void
}

export function EvidenceFields({ value, onChange }: EvidenceFieldsProps) {
  const t = useWords(disputeDeskWords)
  const set = (index: number, change: Partial<DraftEvidence>) =>
    onChange(value.map((one, at) => (at === index ? { ...one, ...change } : one)))
  return (
    <Stack gap="sm">
      {value.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are only added at the end
        <Fieldset key={index} legend={t('evidence.one', { n: index + 1 })}>
          <Stack gap="xs">
            <TextInput
              label={t('evidence.title')}
              maxLength={140}
              value={one.title}
              onChange={event => set(index, { title: event.currentTarget.value })}
            />
            <Textarea
              label={t('evidence.text')}
              autosize
              minRows={2}
              maxLength={2_000}
              value={one.text}
              onChange={event => set(index, { text: event.currentTarget.value })}
            />
            <TextInput
              label={t('evidence.url')}
              type="url"
              inputMode="url"
              placeholder="https://"
              maxLength={2_048}
              value={one.url}
              onChange={event => set(index, { url: event.currentTarget.value })}
            />
          </Stack>
        </Fieldset>
      ))}
      {value.length < MOST && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={16} />}
          onClick={() => onChange([...value, { title: '', text: '', url: '' }])}
        >
          {t('evidence.add')}
        </Button>
      )}
    </Stack>
  )
}
