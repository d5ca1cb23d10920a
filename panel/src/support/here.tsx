// The note to the members of an account during a support view: its reason, its end, and the link to what support has opened.
import { Alert, Stack, Text } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { type Here, useSupportHere } from '../api/account/support-here.ts'
import { LinkAnchor } from '../ui/navigation/links.tsx'
import { Moment } from '../ui/values/moment.tsx'
import { useWords } from '../words/words.ts'
import { hereWords } from './here-words.ts'

interface Of {
  view: Here
}

export function HereText({ view: { reason, expiresAt } }: Of) {
  const t = useWords(hereWords)
  return (
    <>
      <Text fw={600}>{t('here')}</Text>
      <Text size="sm" c="dimmed" className="breaks">
        {t('until')} <Moment at={expiresAt} /> · “{reason}”
      </Text>
    </>
  )
}

export function HereLink() {
  const t = useWords(hereWords)
  return (
    <LinkAnchor to="/equipe/atividade" search={{ action: 'support-view.read' }}>
      {t('opened')}
    </LinkAnchor>
  )
}

export function SupportHere() {
  const views = useSupportHere().data?.data ?? []
  return (
    <Stack gap="sm" role="status" {...(views.length > 0 && { mb: 'lg' })}>
      {views.map(view => (
        <Alert key={view.id} variant="default" icon={<IconEye aria-hidden />}>
          <HereText view={view} />
        </Alert>
      ))}
    </Stack>
  )
}
