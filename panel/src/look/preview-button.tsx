// Opens the real pages of the checkout with what is typed and not saved, in a tab of their own: nothing is charged there.
import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { type PreviewBody, useMakePreview } from '../api/account/look.ts'
import { Problem } from '../api/problem.ts'
import { useProblemText } from '../ui/feedback/problem-text.ts'
import { IfMay } from '../ui/layout/if-may.tsx'
import { useWords } from '../words/words.ts'
import { lookWords } from './words.ts'

interface PreviewButtonProps {
  /** null: something has to be mended first, and the form says what. */
  bodyOf: () => PreviewBody | null
  /** For those who may not. */
  otherwise?: ReactNode
}

export function PreviewButton({ bodyOf, otherwise }: PreviewButtonProps) {
  const t = useWords(lookWords)
  const problemText = useProblemText()
  const { mutate, isPending, error, data } = useMakePreview()
  const [isBlocked, setBlocked] = useState(false)
  const open = () => {
    const body = bodyOf()
    if (body === null) return
    // Now, while the browser knows that a person has pressed: later it would keep the tab from opening.
    const tab = window.open('about:blank', '_blank')
    setBlocked(tab === null)
    if (tab !== null) tab.opener = null
    mutate(body, {
      onSuccess: ({ url }) => tab?.location.replace(url),
      onError: () => tab?.close(),
    })
  }
  const isInactive = error instanceof Problem && error.code === 'FORBIDDEN'
  return (
    <IfMay route="POST /api/account/checkouts/preview" otherwise={otherwise}>
      <Stack gap="xs" align="flex-start">
        <Button variant="default" loading={isPending} leftSection={<IconExternalLink size={18} />} onClick={open}>
          {t('preview.open')}
        </Button>
        <Text size="sm" c="dimmed">
          {t('preview.openHelp')}
        </Text>
        {isBlocked && data !== undefined && !isPending && (
          <a href={data.url} target="_blank" rel="noopener noreferrer">
            {t('preview.blocked')}
          </a>
        )}
        {error !== null && (
          <Alert color="red" variant="default" role="alert">
            {isInactive ? t('preview.inactive') : problemText(error)}
          </Alert>
        )}
      </Stack>
    </IfMay>
  )
}
