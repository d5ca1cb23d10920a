// A secret that was just made: the only time that it is to be seen, with the lines that check a signature with it.
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useCatalogue } from '../../api/notification/webhooks.ts'
import { useWords } from '../../words/words.ts'
import { CodeBlock } from '../code-block.tsx'
import { SecretLine } from '../secret-line.tsx'
import { secretWords } from './secret-words.ts'

export function ShownSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  const t = useWords(secretWords)
  return (
    <Stack>
      <Alert role="note" variant="default" color="ocre" icon={<IconAlertTriangle />}>
        {t('secret.warning')}
      </Alert>
      <SecretLine name={t('secret.name')} value={secret} copyLabel={t('secret.copy')} />
      <SignatureLines />
      <Group justify="flex-end">
        <Button onClick={onDone}>{t('secret.done')}</Button>
      </Group>
    </Stack>
  )
}

const DEFAULT_BRAND = 'Service'

const linesFor = (brand: string) => `import { verifyWebhook } from '@porteira/sdk'

// body: the raw bytes; headers: as they came
const event = verifyWebhook({ body, headers, secret: process.env.PORTEIRA_SECRET${
  brand === DEFAULT_BRAND ? '' : `, brand: '${brand.replaceAll("'", "\\'")}'`
} })`

function SignatureLines() {
  const t = useWords(secretWords)
  const { data } = useCatalogue()
  if (data === undefined) return null
  return (
    <Stack gap="xs">
      <Text fw={600}>{t('secret.sdk')}</Text>
      <Text size="sm" c="dimmed">
        {t('secret.sdkText')}
      </Text>
      <CodeBlock text={linesFor(data.brand)} label={t('secret.sdk')} copyLabel={t('secret.copySdk')} />
    </Stack>
  )
}
