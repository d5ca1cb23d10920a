// Shows that the gateway is in recovery, where it is, and lets an operator end that.
import { Alert, Group, Stack, Text } from '@mantine/core'
import { useRecovery } from '../../api/operator/gateway.ts'
import { LinkButton } from '../../ui/navigation/links.tsx'
import { useWords } from '../../words/words.ts'
import { ResumeGateway } from '../recovery/resume-gateway.tsx'
import { recoveryWords } from '../recovery/words.ts'
import { LOOK_EVERY_MS } from './use-attention.tsx'

export function RecoverySection() {
  const t = useWords(recoveryWords)
  const { data } = useRecovery(LOOK_EVERY_MS)
  if (data === undefined || !data.active) return null
  return (
    <Alert color="red" variant="default" title={t('alert')} role="alert">
      <Stack gap="sm">
        <Text>{t('activeText')}</Text>
        {data.reason !== null && (
          <Text size="sm" lang="en">
            {data.reason}
          </Text>
        )}
        <Group>
          <ResumeGateway recovery={data} />
          <LinkButton to="/operacao/recuperacao" variant="default">
            {t('details')}
          </LinkButton>
        </Group>
      </Stack>
    </Alert>
  )
}
