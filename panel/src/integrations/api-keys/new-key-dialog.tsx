// Creates a key pair: its name, its scopes, and its expiry.
import { Checkbox, NativeSelect, Radio, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Scope } from '#http/route.ts'
import { type CredentialRequest, type NewCredential, useCreateCredential } from '../../api/account/credentials.ts'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.tsx'
import { useWords } from '../../words/words.ts'
import { integrationWords } from '../words.ts'
import { SCOPE_NAMES, scopeKey } from './scopes.ts'

const DAY_MS = 86_400_000
const EXPIRIES = { none: null, d30: 30, d90: 90, d365: 365 } as const
type Expiry = keyof typeof EXPIRIES

interface NewKeyDialogProps {
  onMade: (made: NewCredential) => void
  onClose: () => void
}

export function NewKeyDialog({ onMade, onClose }: NewKeyDialogProps) {
  const t = useWords(integrationWords)
  const { mutate, isPending, error } = useCreateCredential()
  const { form, set, ask, faults, check } = useKeyForm()
  const create = () => {
    if (!check()) return
    mutate(ask(), {
      onSuccess: made => {
        onMade(made)
        onClose()
      },
    })
  }
  return (
    <ConfirmDialog
      opened
      title={t('newKey.title')}
      verb={t('newKey.action')}
      pending={isPending}
      error={error}
      onConfirm={create}
      onClose={onClose}
    >
      <TextInput
        label={t('newKey.name')}
        description={t('newKey.nameHint')}
        data-autofocus
        autoComplete="off"
        maxLength={80}
        value={form.name}
        onChange={event => set({ name: event.currentTarget.value })}
        error={faults.name && t('newKey.nameMissing')}
      />
      <Radio.Group
        label={t('newKey.access')}
        value={form.access}
        onChange={access => set({ access: access === 'chosen' ? 'chosen' : 'everything' })}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="everything" label={t('newKey.everything')} />
          <Radio value="chosen" label={t('newKey.chosen')} />
        </Stack>
      </Radio.Group>
      {form.access === 'chosen' && (
        <Checkbox.Group
          label={t('newKey.scopes')}
          value={form.scopes}
          onChange={scopes => set({ scopes: scopes as Scope[] })}
          error={faults.scopes && t('newKey.scopesMissing')}
        >
          <Stack gap="xs" mt="xs">
            {SCOPE_NAMES.map(scope => (
              <Checkbox key={scope} value={scope} label={t(scopeKey(scope))} description={scope} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      <NativeSelect
        label={t('newKey.expiry')}
        value={form.expiry}
        onChange={event => set({ expiry: event.currentTarget.value as Expiry })}
        data={(Object.keys(EXPIRIES) as Expiry[]).map(value => ({ value, label: t(`newKey.expiries.${value}`) }))}
      />
    </ConfirmDialog>
  )
}

interface KeyForm {
  name: string
  access: 'everything' | 'chosen'
  scopes: Scope[]
  expiry: Expiry
}

const START: KeyForm = { name: '', access: 'everything', scopes: [], expiry: 'none' }

function useKeyForm() {
  const [form, setForm] = useState(START)
  const [isChecked, setChecked] = useState(false)
  const missing = { name: form.name.trim() === '', scopes: form.access === 'chosen' && form.scopes.length === 0 }
  return {
    form,
    set: (change: Partial<KeyForm>) => setForm(before => ({ ...before, ...change })),
    ask: () => requestOf(form),
    faults: isChecked ? missing : { name: false, scopes: false },
    /** From then on missing fields are marked. */
    check(): boolean {
      setChecked(true)
      return !missing.name && !missing.scopes
    },
  }
}

function requestOf({ name, access, scopes, expiry }: KeyForm): CredentialRequest {
  const days = EXPIRIES[expiry]
  return {
    name: name.trim(),
    ...(access === 'chosen' && { scopes }),
    ...(days !== null && { expiresAt: new Date(Date.now() + days * DAY_MS).toISOString() }),
  }
}
