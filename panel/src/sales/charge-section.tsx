// The code by which an open sale is paid.
import { Group, Stack, Text } from '@mantine/core'
import { CopyButton } from '../ui/copy-button.tsx'
import { Moment } from '../ui/moment.tsx'
import { QrCode } from '../ui/qr-code.tsx'
import { Code, Section } from '../ui/section.tsx'
import { useWords } from '../words/words.ts'
import { saleWords } from './words.ts'

export function ChargeSection({ code, expiresAt }: { code: string; expiresAt: string }) {
  const t = useWords(saleWords)
  return (
    <Section title={t('one.charge')} aside={<CopyButton value={code} label={t('one.copyCode')} />}>
      <Group align="flex-start" gap="lg">
        <QrCode text={code} label={t('one.qr')} />
        <Stack gap="xs" flex="1 1 14rem">
          <Code>{code}</Code>
          <Text size="sm" c="dimmed">
            {t('one.expires')} <Moment at={expiresAt} />
          </Text>
        </Stack>
      </Group>
    </Section>
  )
}
