// The logo: it is stored as soon as it is chosen.
import { Alert, Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconPhotoUp } from '@tabler/icons-react'
import { useState } from 'react'
import { type Look, useChangeLogo, useRemoveLogo } from '../api/account/look.ts'
import { Problem } from '../api/problem.ts'
import { useProblemText } from '../ui/feedback/problem-text.ts'
import { base64Of } from '../ui/forms/base64.ts'
import { Section } from '../ui/layout/section.tsx'
import { useWords } from '../words/words.ts'
import classes from './preview.module.css'
import { lookWords } from './words.ts'

const MAX_BYTES = 64 * 1024

export function LogoSection({ look: { logo }, isReading }: { look: Look; isReading: boolean }) {
  const t = useWords(lookWords)
  return (
    <Section title={t('logo.title')}>
      <Stack gap="md">
        {logo === null ? (
          <Text c="dimmed">{t('logo.none')}</Text>
        ) : (
          <img src={logo.url} alt={t('logo.alt')} width={logo.width} height={logo.height} className={classes.logo} />
        )}
        {!isReading && <Actions hasLogo={logo !== null} />}
      </Stack>
    </Section>
  )
}

function Actions({ hasLogo }: { hasLogo: boolean }) {
  const t = useWords(lookWords)
  const [isTooLarge, setTooLarge] = useState(false)
  const change = useChangeLogo()
  const remove = useRemoveLogo()
  const upload = async (file: File | null) => {
    if (file === null) return
    setTooLarge(file.size > MAX_BYTES)
    change.reset()
    if (file.size > MAX_BYTES) return
    const image = base64Of(new Uint8Array(await file.arrayBuffer()))
    change.mutate(image, { onSuccess: () => notifications.show({ message: t('logo.done') }) })
  }
  const takeAway = () =>
    remove.mutate(undefined, { onSuccess: () => notifications.show({ message: t('logo.removed') }) })
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('logo.help')}
      </Text>
      {isTooLarge && <Refused text={t('logo.tooLarge')} />}
      {change.error !== null && <RefusedLogo error={change.error} />}
      {remove.error !== null && <RefusedLogo error={remove.error} />}
      <Group gap="sm">
        <FileButton accept="image/png,image/webp" onChange={file => void upload(file)}>
          {props => (
            <Button {...props} variant="default" leftSection={<IconPhotoUp size={18} />} loading={change.isPending}>
              {t(hasLogo ? 'logo.change' : 'logo.choose')}
            </Button>
          )}
        </FileButton>
        {hasLogo && (
          <Button variant="default" loading={remove.isPending} onClick={takeAway}>
            {t('logo.remove')}
          </Button>
        )}
      </Group>
    </>
  )
}

function RefusedLogo({ error }: { error: unknown }) {
  const t = useWords(lookWords)
  const problemText = useProblemText()
  const isOfFile = error instanceof Problem && error.field !== null
  return <Refused text={isOfFile ? t('logo.refused') : problemText(error)} />
}

const Refused = ({ text }: { text: string }) => (
  <Alert color="red" variant="default" role="alert">
    {text}
  </Alert>
)
