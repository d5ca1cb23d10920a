// A key pair that was just made: the only time that its private key is to be seen. It is closed by saying so, not by accident.
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { NewCredential } from '../../api/account/credentials.ts'
import { useFocusBack } from '../../ui/forms/use-focus-back.ts'
import { useWords } from '../../words/words.ts'
import { SecretLine } from '../secret-line.tsx'
import { integrationWords } from '../words.ts'
import { ReadyLines } from './ready-lines.tsx'

export function ShownKey({ made, onClose }: { made: NewCredential; onClose: () => void }) {
  const t = useWords(integrationWords)
  useFocusBack(true)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('shown.title')}
      size="lg"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack>
        <Alert role="note" variant="default" color="ocre" icon={<IconAlertTriangle />}>
          {t('shown.warning')}
        </Alert>
        <SecretLine name={t('shown.publicKey')} value={made.publicKey} copyLabel={t('shown.copyPublic')} />
        <SecretLine name={t('shown.privateKey')} value={made.privateKey} copyLabel={t('shown.copyPrivate')} />
        <Text fw={600}>{t('ready.title')}</Text>
        <ReadyLines publicKey={made.publicKey} privateKey={made.privateKey} />
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('shown.done')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
