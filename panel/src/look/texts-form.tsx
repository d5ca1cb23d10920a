// Name, colour, text and language. The gateway decides what is accepted; the field that it names is marked.
import { Alert, Button, Fieldset, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useEffect, useState } from 'react'
import { useAccount } from '../api/access/session.ts'
import { type Look, useChangeLook } from '../api/account/look.ts'
import { Problem } from '../api/problem.ts'
import { useProblemText } from '../ui/feedback/problem-text.ts'
import { Unsaved } from '../ui/forms/unsaved.tsx'
import { Section } from '../ui/layout/section.tsx'
import { commonWords } from '../words/common.ts'
import { useWords } from '../words/words.ts'
import { ColourField } from './colour-field.tsx'
import { colourOf, draftOf, type LookDraft, textsOf } from './draft.ts'
import { lookWords } from './words.ts'

const FIELDS = ['name', 'color', 'thankYou', 'language'] as const
const LANGUAGES = ['', 'pt-BR', 'en'] as const

interface TextsFormProps {
  look: Look
  isReading: boolean
  onDraft: (draft: LookDraft) => void
}

export function TextsForm({ look, isReading, onDraft }: TextsFormProps) {
  const t = useWords(lookWords)
  const common = useWords(commonWords)
  const { data: account } = useAccount()
  const problemText = useProblemText()
  const { mutate, isPending, error } = useChangeLook()
  const form = useLookForm(look, error, onDraft)
  const submit = form.onSubmit(draft =>
    mutate(textsOf(draft), {
      onSuccess: saved => {
        const stored = draftOf(saved)
        form.resetDirty(stored)
        form.setValues(stored)
        notifications.show({ message: t('saved') })
      },
    }),
  )
  const isMarked = FIELDS.some(field => form.errors[field] !== undefined)
  return (
    <Section title={t('texts')}>
      <form onSubmit={submit} noValidate>
        <Fieldset variant="unstyled" disabled={isReading}>
          <Stack gap="md">
            <TextInput
              label={t('name')}
              description={t('nameHelp', { name: account?.name ?? '' })}
              autoComplete="off"
              maxLength={60}
              {...form.getInputProps('name')}
            />
            <ColourField
              value={form.getValues().color}
              error={form.errors.color}
              onChange={color => form.setFieldValue('color', color)}
            />
            <Textarea
              label={t('thankYou')}
              description={t('thankYouHelp')}
              maxLength={500}
              autosize
              minRows={2}
              {...form.getInputProps('thankYou')}
            />
            <NativeSelect
              label={t('language')}
              description={t('languageHelp')}
              data={LANGUAGES.map(value => ({ value, label: t(`languages.${value || 'auto'}`) }))}
              {...form.getInputProps('language')}
            />
            <Unsaved when={form.isDirty() && !isPending} />
            {error !== null && !isMarked && (
              <Alert color="red" variant="default" role="alert">
                {problemText(error)}
              </Alert>
            )}
            {!isReading && (
              <Group justify="flex-end">
                <Button type="submit" loading={isPending}>
                  {common('actions.save')}
                </Button>
              </Group>
            )}
          </Stack>
        </Fieldset>
      </form>
    </Section>
  )
}

function useLookForm(look: Look, error: unknown, onDraft: (draft: LookDraft) => void) {
  const t = useWords(lookWords)
  const [initialValues] = useState(() => draftOf(look))
  const form = useForm<LookDraft>({
    mode: 'controlled',
    initialValues,
    onValuesChange: onDraft,
    validate: {
      color: (_, draft) => (draft.color.trim() === '' || colourOf(draft) !== null ? null : t('faults.color')),
    },
  })
  const { setFieldError } = form
  useEffect(() => {
    const named = error instanceof Problem ? error.field?.replace(/^body\./, '') : null
    const field = FIELDS.find(one => one === named)
    if (field !== undefined) setFieldError(field, t(`faults.${field === 'language' ? 'other' : field}`))
  }, [error, setFieldError, t])
  return form
}
