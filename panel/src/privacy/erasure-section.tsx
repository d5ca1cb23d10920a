// What an erasure erases and what it keeps, with the ground and the end of each; and the erasure itself, once it is confirmed.
import { Button, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Erasure, Preview } from '../api/privacy/account.ts'
import { ConfirmDialog } from '../ui/forms/confirm-dialog.tsx'
import { type Fact, Facts, Section } from '../ui/layout/section.tsx'
import { Moment } from '../ui/values/moment.tsx'
import { useWords } from '../words/words.ts'
import { privacyWords } from './words.ts'

interface ErasureSectionProps {
  preview: Preview
  erase: () => Promise<Erasure>
  onErased: () => void
}

export function ErasureSection({ preview: { erased, kept }, erase, onErased }: ErasureSectionProps) {
  const t = useWords(privacyWords)
  const [isAsking, setAsking] = useState(false)
  return (
    <Section title={t('erase.title')}>
      <Stack gap="lg">
        <Part
          title={t('erase.erased')}
          none={t('erase.nothing')}
          facts={erased.map(({ part, rows }) => ({ name: t(`parts.${part}`), value: t('rows', { count: rows }) }))}
        />
        <Part
          title={t('erase.kept')}
          none={t('erase.keptNothing')}
          facts={kept.map(one => ({ name: t(`parts.${one.part}`), value: <KeptText of={one} /> }))}
        />
        {erased.length > 0 && (
          <div>
            <Button color="red.9" onClick={() => setAsking(true)}>
              {t('erase.verb')}
            </Button>
          </div>
        )}
      </Stack>
      {isAsking && <EraseDialog erase={erase} onErased={onErased} onClose={() => setAsking(false)} />}
    </Section>
  )
}

function Part({ title, none, facts }: { title: string; none: string; facts: Fact[] }) {
  return (
    <div>
      <Text fw={600} mb="xs">
        {title}
      </Text>
      {facts.length === 0 ? <Text c="dimmed">{none}</Text> : <Facts facts={facts} />}
    </div>
  )
}

function KeptText({ of: { rows, ground, until } }: { of: Preview['kept'][number] }) {
  const t = useWords(privacyWords)
  return (
    <>
      {t('rows', { count: rows })}
      <Text size="sm" c="dimmed">
        {t(`grounds.${ground}`)}{' '}
        {until === null ? (
          t('untilEnded')
        ) : (
          <>
            {t('until')} <Moment at={until} form="day" />
          </>
        )}
      </Text>
    </>
  )
}

function EraseDialog({ erase, onErased, onClose }: Omit<ErasureSectionProps, 'preview'> & { onClose: () => void }) {
  const t = useWords(privacyWords)
  const { mutate, isPending, error } = useMutation({ mutationFn: erase })
  const confirm = () =>
    mutate(undefined, {
      onSuccess: () => {
        notifications.show({ message: t('erase.done') })
        onClose()
        onErased()
      },
    })
  return (
    <ConfirmDialog
      opened
      title={t('erase.askTitle')}
      verb={t('erase.verb')}
      dangerous
      pending={isPending}
      error={error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Text>{t('erase.ask')}</Text>
    </ConfirmDialog>
  )
}
