// The form of a defence: a text, the evidence, and a confirmation, because it can be sent only once.
import { Alert, Button, Group, List, Stack, Text, Textarea, Title } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import type { Dispute } from '../../api/money/disputes.ts'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.tsx'
import { Unsaved } from '../../ui/forms/unsaved.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import classes from '../disputes.module.css'
import { disputeWords } from '../words.ts'
import { MAX_DEFENCE, MIN_DEFENCE } from './evidence.ts'
import { EvidenceFields } from './evidence-fields.tsx'
import { useDefence } from './use-defence.ts'

export function DefenceForm({ dispute }: { dispute: Dispute }) {
  const t = useWords(disputeWords)
  const { isWrong, isUnsent, look, evidence, setEvidence, ...defence } = useDefence(dispute)
  return (
    <Section title={t('form.title')}>
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          look()
        }}
      >
        <Stack gap="md">
          <Text>{t('form.intro')}</Text>
          <GoodDefence />
          <Justification {...defence} />
          <div>
            <Title order={3} size="h5">
              {t('form.evidence')}
            </Title>
            <Text size="sm" c="dimmed" mb="xs">
              {t('form.evidenceHelp')}
            </Text>
            <EvidenceFields value={evidence} onChange={setEvidence} />
          </div>
          {isWrong && (
            <Alert variant="default" color="red" role="alert">
              {t('form.fix')}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button type="submit" leftSection={<IconSend size={18} />}>
              {t('form.send')}
            </Button>
          </Group>
        </Stack>
      </form>
      {defence.isAsking && <LastLook {...defence} />}
      <Unsaved when={isUnsent} />
    </Section>
  )
}

const HOLDS = ['what', 'delivered', 'talked', 'same'] as const

function GoodDefence() {
  const t = useWords(disputeWords)
  return (
    <div>
      <Text fw={600}>{t('form.holdsTitle')}</Text>
      <List spacing={4} mt={4}>
        {HOLDS.map(name => (
          <List.Item key={name}>{t(`form.holds.${name}`)}</List.Item>
        ))}
      </List>
    </div>
  )
}

type Writing = Omit<ReturnType<typeof useDefence>, 'isWrong' | 'isUnsent' | 'look' | 'evidence' | 'setEvidence'>

function Justification({ justification, setJustification, isShort }: Writing) {
  const t = useWords(disputeWords)
  const { locale } = useLanguage()
  const figure = (count: number) => new Intl.NumberFormat(locale).format(count)
  return (
    <Textarea
      label={t('form.justification')}
      description={t('form.counted', { written: figure(justification.trim().length), most: figure(MAX_DEFENCE) })}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      required
      autosize
      minRows={6}
      maxLength={MAX_DEFENCE}
      value={justification}
      error={isShort && t('form.short', { least: MIN_DEFENCE })}
      onChange={event => setJustification(event.currentTarget.value)}
    />
  )
}

function LastLook({ justification, pieces, isPending, sending, error, send, turnBack }: Writing) {
  const t = useWords(disputeWords)
  return (
    <ConfirmDialog
      opened
      title={t('form.askTitle')}
      verb={t('form.send')}
      wayOut={t('form.readAgain')}
      pending={isPending}
      sending={sending}
      error={error}
      onConfirm={send}
      onClose={turnBack}
    >
      <Text>{t('form.ask')}</Text>
      <Text className={classes.excerpt} c="dimmed">
        {justification.trim()}
      </Text>
      <Text>{t('form.askEvidence', { count: pieces })}</Text>
    </ConfirmDialog>
  )
}
