// Records a request of an authority. What cannot be right is said at its field, before it is sent.
import { Group, NativeSelect, Text, Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type LegalRequest, recordLegalRequest } from '../../api/operator/legal-request/legal-requests.ts'
import { Problem } from '../../api/problem.ts'
import { DayInput } from '../../ui/filters/filter-bar.tsx'
import { useWords } from '../../words/words.ts'
import { AUTHORITY_KINDS, LEGAL_SUBJECTS } from '../filters.ts'
import { Act } from '../shared/action-button.tsx'
import { DecisionDialog } from '../shared/decision-dialog.tsx'
import { type CheckedField, type Draft, EMPTY, isWhole, mistakesIn, requestOf } from './draft.ts'
import { legalRequestWords } from './words.ts'

export function NewRequest() {
  const t = useWords(legalRequestWords)
  return <Act label={t('add')} variant="filled" dialog={close => <NewDialog onClose={close} />} />
}

function NewDialog({ onClose }: { onClose: () => void }) {
  const t = useWords(legalRequestWords)
  const navigate = useNavigate()
  const [draft, setDraft] = useState(EMPTY)
  const [refused, setRefused] = useState<string | null>(null)
  const set = (change: Partial<Draft>) => {
    setRefused(null)
    setDraft({ ...draft, ...change })
  }
  return (
    <DecisionDialog
      title={t('add')}
      verb={t('add')}
      ready={isWhole(draft)}
      action={({ reason }) => recordLegalRequest(requestOf(draft, reason))}
      message={t('recorded')}
      onRefused={error => setRefused(error instanceof Problem ? error.field : null)}
      onDone={answer =>
        void navigate({ to: '/operacao/oficios/$request', params: { request: (answer as LegalRequest).id } })
      }
      onClose={onClose}
    >
      <WhoFields draft={draft} set={set} refused={refused} />
      <SubjectFields draft={draft} set={set} refused={refused} />
      <PeriodFields draft={draft} set={set} refused={refused} />
    </DecisionDialog>
  )
}

interface FieldsProps {
  draft: Draft
  set: (change: Partial<Draft>) => void
  /** The field that the gateway has refused. */
  refused: string | null
}

function useErrorOf({ draft, refused }: Pick<FieldsProps, 'draft' | 'refused'>) {
  const t = useWords(legalRequestWords)
  return (field: CheckedField | 'dueOn') =>
    refused === field || (mistakesIn(draft) as string[]).includes(field) ? { error: t(`errors.${field}`) } : {}
}

function WhoFields(props: FieldsProps) {
  const { draft, set } = props
  const t = useWords(legalRequestWords)
  const errorOf = useErrorOf(props)
  return (
    <>
      <NativeSelect
        label={t('fields.authorityKind')}
        value={draft.authorityKind}
        onChange={event =>
          set({ authorityKind: AUTHORITY_KINDS.find(one => one === event.currentTarget.value) ?? 'OTHER' })
        }
        data={AUTHORITY_KINDS.map(kind => ({ value: kind, label: t(`kinds.${kind}`) }))}
      />
      <TextInput
        label={t('fields.authority')}
        placeholder={t('fields.authorityHint')}
        required
        maxLength={200}
        autoComplete="off"
        value={draft.authority}
        onChange={event => set({ authority: event.currentTarget.value })}
      />
      <TextInput
        label={t('fields.number')}
        required
        maxLength={100}
        autoComplete="off"
        value={draft.number}
        onChange={event => set({ number: event.currentTarget.value })}
      />
      <TextInput
        label={t('fields.processNumber')}
        description={t('fields.processHelp')}
        maxLength={30}
        inputMode="numeric"
        autoComplete="off"
        value={draft.processNumber}
        onChange={event => set({ processNumber: event.currentTarget.value })}
        {...errorOf('processNumber')}
      />
    </>
  )
}

function SubjectFields(props: FieldsProps) {
  const { draft, set } = props
  const t = useWords(legalRequestWords)
  const errorOf = useErrorOf(props)
  return (
    <>
      <NativeSelect
        label={t('fields.subjectKind')}
        value={draft.subjectKind}
        onChange={event =>
          set({ subjectKind: LEGAL_SUBJECTS.find(one => one === event.currentTarget.value) ?? 'ACCOUNT' })
        }
        data={LEGAL_SUBJECTS.map(kind => ({ value: kind, label: t(`subjects.${kind}`) }))}
      />
      {draft.subjectKind === 'ACCOUNT' && (
        <TextInput
          label={t('fields.accountId')}
          description={t('fields.accountHelp')}
          required
          maxLength={10}
          inputMode="numeric"
          autoComplete="off"
          value={draft.accountId}
          onChange={event => set({ accountId: event.currentTarget.value })}
          {...errorOf('accountId')}
        />
      )}
      {draft.subjectKind === 'DOCUMENT' && (
        <TextInput
          label={t('fields.document')}
          description={t('fields.documentHelp')}
          required
          maxLength={18}
          autoComplete="off"
          value={draft.document}
          onChange={event => set({ document: event.currentTarget.value })}
          {...errorOf('document')}
        />
      )}
      {draft.subjectKind === 'PAYMENTS' && (
        <Textarea
          label={t('fields.endToEndIds')}
          description={t('fields.endToEndHelp')}
          required
          autosize
          minRows={2}
          maxRows={8}
          autoComplete="off"
          value={draft.endToEndIds}
          onChange={event => set({ endToEndIds: event.currentTarget.value })}
          {...errorOf('endToEndIds')}
        />
      )}
    </>
  )
}

function PeriodFields(props: FieldsProps) {
  const { draft, set } = props
  const t = useWords(legalRequestWords)
  const errorOf = useErrorOf(props)
  return (
    <>
      <Group grow align="flex-start">
        <DayInput label={t('fields.from')} value={draft.from} onChange={from => set({ from })} />
        <DayInput label={t('fields.to')} value={draft.to} onChange={to => set({ to })} {...errorOf('to')} />
      </Group>
      <Text size="sm" c="dimmed">
        {t('fields.periodHelp')}
      </Text>
      <DayInput
        label={t('fields.dueOn')}
        required
        value={draft.dueOn}
        onChange={dueOn => set({ dueOn })}
        {...errorOf('dueOn')}
      />
      <Textarea
        label={t('fields.notes')}
        autosize
        minRows={2}
        maxLength={1000}
        value={draft.notes}
        onChange={event => set({ notes: event.currentTarget.value.replaceAll('\n', ' ') })}
      />
    </>
  )
}
