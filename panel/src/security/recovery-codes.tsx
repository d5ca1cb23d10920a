// Recovery codes that were just made: the only time that they are to be seen. They are closed by saying so, not by accident.
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useFocusBack } from '../ui/forms/use-focus-back.ts'
import { CopyButton } from '../ui/values/copy-button.tsx'
import { useWords } from '../words/words.ts'
import classes from './security.module.css'
import { securityWords } from './words.ts'

export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const t = useWords(securityWords)
  useFocusBack(true)
  return (
    <Modal
      opened
      className={classes.sheet ?? ''}
      onClose={onClose}
      title={t('codes.title')}
      centered
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack>
        <Text className={classes.unprinted}>{t('codes.text')}</Text>
        <ul className={classes.codes} aria-label={t('codes.list')}>
          {codes.map(code => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Group gap="sm" className={classes.unprinted}>
          <Button
            variant="default"
            leftSection={<IconDownload size={18} />}
            onClick={() => save(t('codes.file'), codes)}
          >
            {t('codes.download')}
          </Button>
          <Button variant="default" leftSection={<IconPrinter size={18} />} onClick={() => window.print()}>
            {t('codes.print')}
          </Button>
          <CopyButton value={codes.join('\n')} label={t('codes.copy')} />
        </Group>
        <Group justify="flex-end" className={classes.unprinted}>
          <Button onClick={onClose}>{t('codes.done')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function save(name: string, codes: string[]): void {
  const url = URL.createObjectURL(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
