// The fields of a channel: those of its kind, what it hears of, its quiet hours and its reminders.
import { Checkbox, Group, NativeSelect, Stack, Switch, TextInput } from '@mantine/core'
import { useWords } from '../../../words/words.ts'
import { type Draft, KINDS, LANGUAGES, SEVERITIES } from './draft.ts'
import { channelWords } from './words.ts'

const MINUTES = ['15', '30', '60', '240'] as const

interface FieldsProps {
  isNew: boolean
  value: Draft
  onChange: (value: Draft) => void
}

type Set = (change: Partial<Draft>) => void

export function ChannelFields({ isNew, value, onChange }: FieldsProps) {
  const t = useWords(channelWords)
  const set: Set = change => onChange({ ...value, ...change })
  return (
    <Stack gap="md">
      {isNew && (
        <NativeSelect
          label={t('fields.kind')}
          value={value.kind}
          onChange={event => set({ kind: KINDS.find(one => one === event.currentTarget.value) ?? 'MAIL' })}
          data={KINDS.map(kind => ({ value: kind, label: t(`kinds.${kind}`) }))}
        />
      )}
      <TextInput
        label={t('fields.name')}
        required
        maxLength={60}
        autoComplete="off"
        value={value.name}
        onChange={event => set({ name: event.currentTarget.value })}
      />
      <TargetFields isNew={isNew} value={value} set={set} />
      <NativeSelect
        label={t('fields.minSeverity')}
        value={value.minSeverity}
        onChange={event => set({ minSeverity: SEVERITIES.find(one => one === event.currentTarget.value) ?? 'warning' })}
        data={SEVERITIES.map(severity => ({ value: severity, label: t(`from.${severity}`) }))}
      />
      <NativeSelect
        label={t('fields.language')}
        value={value.language}
        onChange={event => set({ language: LANGUAGES.find(one => one === event.currentTarget.value) ?? 'pt-BR' })}
        data={LANGUAGES.map(language => ({ value: language, label: t(`languages.${language}`) }))}
      />
      <QuietFields value={value} set={set} />
      {value.kind !== 'PAGERDUTY' && <RepeatFields value={value} set={set} />}
      <Switch
        label={t('fields.reportsEnd')}
        checked={value.reportsEnd}
        onChange={event => set({ reportsEnd: event.currentTarget.checked })}
      />
      {!isNew && (
        <Switch
          label={t('fields.enabled')}
          description={t('fields.enabledHelp')}
          checked={value.enabled}
          onChange={event => set({ enabled: event.currentTarget.checked })}
        />
      )}
    </Stack>
  )
}

function TargetFields({ isNew, value, set }: { isNew: boolean; value: Draft; set: Set }) {
  const t = useWords(channelWords)
  const help = (text: string) => (isNew ? text : `${text} ${t('fields.kept')}`)
  if (value.kind === 'MAIL')
    return (
      <TextInput
        label={t('fields.recipients')}
        description={isNew ? t('fields.recipientsHelp') : t('fields.kept')}
        autoComplete="off"
        value={value.recipients}
        onChange={event => set({ recipients: event.currentTarget.value })}
      />
    )
  if (value.kind === 'PAGERDUTY')
    return (
      <TextInput
        label={t('fields.routingKey')}
        description={help(t('fields.routingKeyHelp'))}
        required={isNew}
        autoComplete="off"
        maxLength={64}
        value={value.routingKey}
        onChange={event => set({ routingKey: event.currentTarget.value })}
      />
    )
  return (
    <TextInput
      label={t('fields.url')}
      description={help(t('fields.urlHelp'))}
      required={isNew}
      type="url"
      autoComplete="off"
      maxLength={2048}
      value={value.url}
      onChange={event => set({ url: event.currentTarget.value })}
    />
  )
}

function QuietFields({ value, set }: { value: Draft; set: Set }) {
  const t = useWords(channelWords)
  const time = (name: 'quietFrom' | 'quietTo') => (
    <TextInput
      type="time"
      label={t(`fields.${name}`)}
      value={value[name]}
      onChange={event => set({ [name]: event.currentTarget.value })}
    />
  )
  return (
    <Stack gap="xs">
      <Switch
        label={t('fields.quiet')}
        checked={value.isQuiet}
        onChange={event => set({ isQuiet: event.currentTarget.checked })}
      />
      {value.isQuiet && (
        <>
          <Group grow>
            {time('quietFrom')}
            {time('quietTo')}
          </Group>
          <Checkbox
            label={t('fields.critical')}
            checked={value.criticalRings}
            onChange={event => set({ criticalRings: event.currentTarget.checked })}
          />
        </>
      )}
    </Stack>
  )
}

function RepeatFields({ value, set }: { value: Draft; set: Set }) {
  const t = useWords(channelWords)
  const known: string[] = [...MINUTES]
  const all = value.everyMinutes === '' || known.includes(value.everyMinutes) ? known : [value.everyMinutes, ...known]
  return (
    <Stack gap="xs">
      <NativeSelect
        label={t('fields.repeat')}
        value={value.everyMinutes}
        onChange={event => set({ everyMinutes: event.currentTarget.value })}
        data={[
          { value: '', label: t('fields.none') },
          ...all.map(minutes => ({ value: minutes, label: t('fields.every', { minutes }) })),
        ]}
      />
      {value.everyMinutes !== '' && (
        <TextInput
          label={t('fields.max')}
          inputMode="numeric"
          maxLength={3}
          value={value.max}
          onChange={event => set({ max: event.currentTarget.value })}
        />
      )}
    </Stack>
  )
}
