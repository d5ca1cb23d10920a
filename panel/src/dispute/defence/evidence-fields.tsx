// The evidence for the account: titles with a text, a link, or both. PSPs take no files.
import { ActionIcon, Button, Fieldset, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useWords } from '../../words/words.ts'
import { disputePartWords } from '../shared-words.ts'
import { type DraftEvidence, emptyEvidence, hasWrongLink, lacksTitle, MAX_EVIDENCE } from './evidence.ts'

interface EvidenceFieldsProps {
  value: DraftEvidence[]
  onChange: (value: DraftEvidence[]) => void
}

export function EvidenceFields({ value, onChange }: EvidenceFieldsProps) {
  const t = useWords(disputePartWords)
  return (
    <Stack gap="sm">
      {value.map((one, index) => (
        <EvidenceField
          key={one.key}
          n={index + 1}
          value={one}
          onChange={changed => onChange(value.map(other => (other.key === one.key ? changed : other)))}
          onRemove={() => onChange(value.filter(({ key }) => key !== one.key))}
        />
      ))}
      {value.length < MAX_EVIDENCE && (
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={16} />}
            onClick={() => onChange([...value, emptyEvidence()])}
          >
            {t('evidence.add')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

interface EvidenceFieldProps {
  n: number
  value: DraftEvidence
  onChange: (value: DraftEvidence) => void
  onRemove: () => void
}

function EvidenceField({ n, value, onChange, onRemove }: EvidenceFieldProps) {
  const t = useWords(disputePartWords)
  return (
    <Fieldset legend={t('evidence.one', { n })}>
      <Stack gap="xs">
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <TextInput
            flex={1}
            label={t('evidence.title')}
            maxLength={140}
            value={value.title}
            error={lacksTitle(value) && t('evidence.noTitle')}
            onChange={event => onChange({ ...value, title: event.currentTarget.value })}
          />
          <ActionIcon variant="subtle" color="gray" aria-label={t('evidence.remove', { n })} onClick={onRemove}>
            <IconX size={18} aria-hidden />
          </ActionIcon>
        </Group>
        <Textarea
          label={t('evidence.text')}
          autosize
          minRows={2}
          maxLength={2_000}
          value={value.text}
          onChange={event => onChange({ ...value, text: event.currentTarget.value })}
        />
        <TextInput
          label={t('evidence.url')}
          type="url"
          inputMode="url"
          placeholder="https://"
          maxLength={2_048}
          value={value.url}
          error={hasWrongLink(value) && t('evidence.noLink')}
          onChange={event => onChange({ ...value, url: event.currentTarget.value })}
        />
      </Stack>
    </Fieldset>
  )
}
