// The rules of monitoring: what each looks for, and its limits, which an operator may change.
import { NumberInput, Stack, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import {
  changeMonitoringRule,
  type MonitoringRule,
  type RuleChange,
  type RuleParameter,
  useMonitoringRules,
} from '../../api/operator/monitoring/cases.ts'
import { ErrorState, LoadingPage } from '../../ui/feedback/states.tsx'
import { StatusBadge } from '../../ui/feedback/status-badge.tsx'
import { MoneyInput } from '../../ui/forms/money-input.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Facts, Section } from '../../ui/layout/section.tsx'
import { Moment } from '../../ui/values/moment.tsx'
import { moneyText } from '../../ui/values/money.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { Act } from '../shared/action-button.tsx'
import { DecisionDialog } from '../shared/decision-dialog.tsx'
import { BackLink } from '../shared/parts.tsx'
import { ParameterValue } from './parameter-value.tsx'
import { monitoringRuleWords } from './rule-words.ts'
import { monitoringWords } from './words.ts'

export function MonitoringRulesPage() {
  const t = useWords(monitoringRuleWords)
  const asked = useMonitoringRules()
  if (asked.isPending) return <LoadingPage />
  if (asked.isLoadingError) return <ErrorState error={asked.error} retry={() => void asked.refetch()} />
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} above={<BackLink to="/operacao/monitoramento" />} />
      <Stack gap="lg">
        {asked.data.data.map(rule => (
          <RuleSection key={rule.rule} rule={rule} />
        ))}
      </Stack>
    </>
  )
}

const useParameterName = () => {
  const t = useWords(monitoringRuleWords)
  return (name: string) => t(`parameter.${name}` as 'parameter.windowHours')
}

function RuleSection({ rule }: { rule: MonitoringRule }) {
  const t = useWords(monitoringRuleWords)
  const name = useWords(monitoringWords)(`rule.${rule.rule}`)
  const nameOf = useParameterName()
  return (
    <Section
      title={name}
      aside={<StatusBadge tone={rule.enabled ? 'good' : 'quiet'}>{t(rule.enabled ? 'on' : 'off')}</StatusBadge>}
    >
      <Text c="dimmed" mb="sm">
        {t(`about.${rule.rule}`)}
      </Text>
      <Facts
        facts={[
          ...rule.parameters.map(({ name: parameter, value }) => ({
            name: nameOf(parameter),
            value: <ParameterValue name={parameter} value={value} />,
          })),
          {
            name: t('changedAt'),
            value: rule.updatedAt === null ? t('initially') : <Moment at={rule.updatedAt} />,
          },
        ]}
      />
      <div style={{ marginTop: 'var(--mantine-spacing-md)' }}>
        <Act
          size="xs"
          label={t('change')}
          about={name}
          dialog={close => <RuleDialog rule={rule} name={name} onClose={close} />}
        />
      </div>
    </Section>
  )
}

type Values = Record<string, number | null>

const valuesOf = ({ parameters }: MonitoringRule): Values =>
  Object.fromEntries(parameters.map(({ name, value }) => [name, value]))

function RuleDialog({ rule, name, onClose }: { rule: MonitoringRule; name: string; onClose: () => void }) {
  const t = useWords(monitoringRuleWords)
  const [enabled, setEnabled] = useState(rule.enabled)
  const [values, setValues] = useState(valuesOf(rule))
  const change = changeOf(rule, enabled, values)
  const isWhole = rule.parameters.every(parameter => isPossible(parameter, values[parameter.name] ?? null))
  return (
    <DecisionDialog
      title={t('changeTitle', { rule: name })}
      verb={t('change')}
      dangerous={rule.enabled && !enabled}
      ready={isWhole && Object.keys(change).length > 0}
      action={({ reason }) => changeMonitoringRule(rule.rule, change, reason)}
      message={t('changed')}
      onClose={onClose}
    >
      <Text>{t('ask')}</Text>
      <Switch label={t('enabled')} checked={enabled} onChange={event => setEnabled(event.currentTarget.checked)} />
      {rule.parameters.map(parameter => (
        <ParameterField
          key={parameter.name}
          parameter={parameter}
          value={values[parameter.name] ?? null}
          onChange={value => setValues({ ...values, [parameter.name]: value })}
        />
      ))}
    </DecisionDialog>
  )
}

const isPossible = ({ min, max, optional }: RuleParameter, value: number | null) =>
  value === null ? optional : value >= min && value <= max

function changeOf(rule: MonitoringRule, enabled: boolean, values: Values): RuleChange {
  const before = valuesOf(rule)
  const parameters = Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== before[name]))
  return {
    ...(enabled !== rule.enabled && { enabled }),
    ...(Object.keys(parameters).length > 0 && { parameters }),
  }
}

interface FieldProps {
  parameter: RuleParameter
  value: number | null
  onChange: (value: number | null) => void
}

function ParameterField({ parameter: { name, unit, min, max, optional }, value, onChange }: FieldProps) {
  const t = useWords(monitoringRuleWords)
  const { locale } = useLanguage()
  const label = useParameterName()(name)
  const shown = (amount: number) =>
    unit === 'cents' ? moneyText(amount, locale) : new Intl.NumberFormat(locale).format(amount)
  const description = t(optional ? 'rangeOrNone' : 'range', { min: shown(min), max: shown(max) })
  if (unit === 'cents')
    return <MoneyInput label={label} description={description} required={!optional} value={value} onChange={onChange} />
  return (
    <NumberInput
      label={label}
      description={description}
      required={!optional}
      min={min}
      max={max}
      allowDecimal={false}
      hideControls
      value={value ?? ''}
      onChange={written => onChange(written === '' ? null : Number(written))}
    />
  )
}
