// The page behind the link of a registration: the person enters the chosen password, which proves that they registered.
import { Alert, Button, Group, PasswordInput, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { confirmAddress } from '../../api/access/session.ts'
import { Problem } from '../../api/problem.ts'
import { useProblemText } from '../../ui/feedback/problem-text.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { LinkAnchor } from '../../ui/navigation/links.tsx'
import { useWords } from '../../words/words.ts'
import { useEntering } from '../use-access-form.ts'
import { accessWords } from '../words.ts'
import { confirmWords } from './confirm-words.ts'

const route = getRouteApi('/open/confirmar-email')

export function ConfirmEmailPage() {
  const t = useWords(confirmWords)
  const access = useWords(accessWords)
  const { token = '' } = route.useSearch()
  const enter = useEntering()
  const [password, setPassword] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => confirmAddress({ token, password }),
    onSuccess: enter,
  })
  const isField = (field: string) => error instanceof Problem && error.field === field
  const isVoid = token === '' || isField('token')
  const isKnown = error instanceof Problem && error.code === 'CONFLICT'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password !== '') mutate()
  }
  return (
    <>
      <PageHeader title={t('address.title')} description={t('address.text')} />
      <form onSubmit={submit} noValidate>
        <Stack>
          <PasswordInput
            label={access('password')}
            name="password"
            autoComplete="current-password"
            maxLength={128}
            size="md"
            value={password}
            onChange={event => setPassword(event.currentTarget.value)}
            error={isField('password') && t('address.wrong')}
            visibilityToggleButtonProps={{ 'aria-label': access('showPassword') }}
          />
          <Refusal error={isField('password') ? null : error} isVoid={isVoid} isKnown={isKnown} />
          {(isVoid || isKnown) && (
            <Group>
              <LinkAnchor to="/entrar">{t('address.enter')}</LinkAnchor>
              {isVoid && <LinkAnchor to="/criar-conta">{t('address.again')}</LinkAnchor>}
            </Group>
          )}
          <Button type="submit" size="md" loading={isPending} disabled={isVoid || isKnown}>
            {t('address.action')}
          </Button>
        </Stack>
      </form>
    </>
  )
}

function Refusal({ error, isVoid, isKnown }: { error: unknown; isVoid: boolean; isKnown: boolean }) {
  const t = useWords(confirmWords)
  const problemText = useProblemText()
  if (error === null && !isVoid) return null
  return (
    <Alert color="red" variant="default" role="alert">
      {isVoid ? t('address.void') : isKnown ? t('address.known') : problemText(error)}
    </Alert>
  )
}
