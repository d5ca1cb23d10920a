// The settings that an owner may change, saved together.
import { Alert, Button, Fieldset, Group, Stack, TextInput } from '@mantine/core'
import type { Account } from '../../api/access/session.ts'
import { useProblemText } from '../../ui/feedback/problem-text.ts'
import { Unsaved } from '../../ui/forms/unsaved.tsx'
import { Code, Facts, Section } from '../../ui/layout/section.tsx'
import { Moment } from '../../ui/values/moment.tsx'
import { useWords } from '../../words/words.ts'
import { GuardsSection } from './guards-section.tsx'
import { LimitsSection } from './limits-section.tsx'
import classes from './settings.module.css'
import { type Settings, useSettings } from './use-settings.ts'
import { settingsWords } from './words.ts'

export interface PartProps {
  account: Account
  settings: Settings
  isReading: boolean
}

export function SettingsForm({ account, isReading }: { account: Account; isReading: boolean }) {
  const settings = useSettings(account)
  const part = { account, settings, isReading }
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        if (settings.isReady) settings.save()
      }}
    >
      <Fieldset variant="unstyled" disabled={isReading} className={classes.whole}>
        <Stack gap="md">
          <div className={classes.parts}>
            <Stack gap="md">
              <AccountSection {...part} />
              <GuardsSection {...part} />
            </Stack>
            <LimitsSection {...part} />
          </div>
          {!isReading && <Saving settings={settings} />}
          <Unsaved when={settings.isUnsaved} />
        </Stack>
      </Fieldset>
    </form>
  )
}

function AccountSection({ account, settings: { draft, set } }: PartProps) {
  const t = useWords(settingsWords)
  return (
    <Section title={t('account.title')}>
      <Stack gap="md">
        <TextInput
          label={t('account.name')}
          description={t('account.nameHelp')}
          maxLength={120}
          autoComplete="organization"
          value={draft.name}
          error={draft.name.trim() === '' && t('account.nameMissing')}
          onChange={event => set({ name: event.currentTarget.value })}
        />
        <Facts
          facts={[
            { name: t('account.email'), value: account.email },
            { name: t('account.id'), value: <span className="figures">{account.id}</span> },
            { name: t('account.uuid'), value: <Code>{account.uuid}</Code> },
            { name: t('account.created'), value: <Moment at={account.createdAt} /> },
          ]}
        />
      </Stack>
    </Section>
  )
}

function Saving({ settings: { error, isPending, isReady, undo } }: Pick<PartProps, 'settings'>) {
  const t = useWords(settingsWords)
  const problemText = useProblemText()
  return (
    <>
      {error !== null && (
        <Alert variant="default" color="red" role="alert">
          {problemText(error)}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" disabled={!isReady || isPending} onClick={undo}>
          {t('undo')}
        </Button>
        <Button type="submit" loading={isPending} disabled={!isReady}>
          {t('save')}
        </Button>
      </Group>
    </>
  )
}
