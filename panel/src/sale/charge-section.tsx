// The code by which an open sale is paid.
import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Code, Section } from '../ui/layout/section.tsx'
import { CopyButton } from '../ui/values/copy-button.tsx'
import { Moment } from '../ui/values/moment.tsx'
import { QrCode } from '../ui/values/qr-code.tsx'
import { useWords } from '../words/words.ts'
import { saleWords } from './words.ts'

export interface ChargeSectionProps {
  code: string
  expiresAt: string
  /** The actions beside paying it by the code. */
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
