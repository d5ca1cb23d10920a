// Whose data it is about, and then either a file of all of it, or what an erasure comes to.
import { Alert, Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDownload, IconEraser, IconUserSearch } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Customer, PrivacyRoutes } from '../api/privacy/account.ts'
import { useProblemText } from '../ui/feedback/problem-text.ts'
import { EmptyState } from '../ui/feedback/states.tsx'
import { Section } from '../ui/layout/section.tsx'
import { save } from '../ui/values/save-file.ts'
import { useWords } from '../words/words.ts'
import { ErasureSection } from './erasure-section.tsx'
import { privacyWords } from './words.ts'

interface CustomerDataProps {
  routes: PrivacyRoutes
  /** An erasure is of one account. */
  mayErase: boolean
}

const EMPTY = { document: '', email: '', phone: '', reason: '' }
type Draft = typeof EMPTY

export function CustomerData({ routes, mayErase }: CustomerDataProps) {
  const t = useWords(privacyWords)
  const problemText = useProblemText()
  const [draft, setDraft] = useState(EMPTY)
  const customer = customerIn(draft)
  const exporting = useMutation({
    mutationFn: async () => save(await routes.exportData(customer)),
    onSuccess: () => notifications.show({ message: t('export.done') }),
  })
  const preview = useMutation({ mutationFn: () => routes.preview(customer) })
  const set = (change: Partial<Draft>) => {
    setDraft({ ...draft, ...change })
    preview.reset()
    exporting.reset()
  }
  const error = exporting.error ?? preview.error
  const isNamed = [draft.document, draft.email, draft.phone].some(text => text.trim() !== '')
  return (
    <Stack gap="lg">
      <Section title={t('who.title')}>
        <form
          onSubmit={event => {
            event.preventDefault()
            exporting.mutate()
          }}
        >
          <Stack gap="md">
            <Fields draft={draft} set={set} />
            {error !== null && (
              <Alert color="red" role="alert" variant="default">
                {problemText(error)}
              </Alert>
            )}
            <Group gap="sm">
              <Button
                type="submit"
                disabled={!isNamed}
                loading={exporting.isPending}
                leftSection={<IconDownload size={18} />}
              >
                {t('export.verb')}
              </Button>
              <Button
                variant="default"
                disabled={!isNamed || !mayErase}
                loading={preview.isPending}
                leftSection={<IconEraser size={18} />}
                onClick={() => preview.mutate()}
              >
                {t('erase.look')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Section>
      {preview.data === undefined ? (
        <EmptyState icon={<IconUserSearch />} title={t('empty.title')}>
          {t('empty.text')}
        </EmptyState>
      ) : (
        <ErasureSection
          preview={preview.data}
          erase={() => routes.erase(customer, preview.data.confirmation)}
          onErased={() => preview.mutate()}
        />
      )}
    </Stack>
  )
}

function Fields({ draft, set }: { draft: Draft; set: (change: Partial<Draft>) => void }) {
  const t = useWords(privacyWords)
  const field = (name: keyof Draft, maxLength: number, more: { type?: string; description?: string } = {}) => (
    <TextInput
      label={t(`who.${name}`)}
      autoComplete="off"
      maxLength={maxLength}
      value={draft[name]}
      onChange={event => set({ [name]: event.currentTarget.value })}
      {...more}
    />
  )
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        {field('document', 18)}
        {field('email', 254, { type: 'email' })}
        {field('phone', 30, { type: 'tel' })}
      </SimpleGrid>
      {field('reason', 200, { description: t('who.reasonHelp') })}
    </>
  )
}

const customerIn = (draft: Draft): Customer =>
  Object.fromEntries(
    Object.entries(draft)
      .map(([name, text]) => [name, text.trim()])
      .filter(([, text]) => text !== ''),
  )
