// The page behind the mail about a new second factor: the owner of the mailbox confirms having made it.
import { Alert, Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { confirmFactor } from '../../api/access/letters.ts'
import { Problem } from '../../api/problem.ts'
import { useProblemText } from '../../ui/feedback/problem-text.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { LinkAnchor, LinkButton } from '../../ui/navigation/links.tsx'
import { useWords } from '../../words/words.ts'
import { confirmWords } from './confirm-words.ts'

const route = getRouteApi('/open/confirmar')

export function ConfirmFactorPage() {
  const t = useWords(confirmWords)
  const problemText = useProblemText()
  const { token = '' } = route.useSearch()
  const { mutate, isPending, error, data } = useMutation({ mutationFn: () => confirmFactor(token) })
  const isVoid = token === '' || (error instanceof Problem && error.field === 'token')
  if (data !== undefined)
    return (
      <Stack>
        <PageHeader key="done" title={t('factor.doneTitle')} description={t(`factor.${data.factor}`)} />
        <LinkButton to="/seguranca" size="md">
          {t('factor.toSecurity')}
        </LinkButton>
      </Stack>
    )
  return (
    <>
      <PageHeader title={t('factor.title')} description={t('factor.text')} />
      <Stack>
        {(isVoid || error !== null) && (
          <Alert color="red" variant="default" role="alert">
            {isVoid ? t('factor.void') : problemText(error)}
          </Alert>
        )}
        <Button size="md" loading={isPending} disabled={isVoid} onClick={() => mutate()}>
          {t('factor.action')}
        </Button>
        <LinkAnchor to={isVoid ? '/seguranca' : '/esqueci-a-senha'}>
          {isVoid ? t('factor.toSecurity') : t('factor.notMe')}
        </LinkAnchor>
      </Stack>
    </>
  )
}
