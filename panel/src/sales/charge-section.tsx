// The code by which an open sale is paid.
import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { CopyButton } from '../ui/copy-button.tsx'
import { Moment } from '../ui/moment.tsx'
import { QrCode } from '../ui/qr-code.tsx'
import { Code, Section } from '../ui/section.tsx'
import { useWords } from '../words/words.ts'
import { saleWords } from './words.ts'

export interface ChargeSectionProps {
  code: string
  expiresAt: string
  /** What can be done beside paying it by the code. */
  children?: ReactNode
}

export function ChargeSection({ code, expiresAt, children }: ChargeSectionProps) {
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
          {children}
        </Stack>
      </Group>
    </Section>
  )
}
