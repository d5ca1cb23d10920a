// Copies a text, and confirms it to eyes and ears.
import { Button, CopyButton as Copying } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { commonWords } from '../../words/common.ts'
import { useWords } from '../../words/words.ts'

export interface CopyButtonProps {
  value: string
  /** The label for screen readers, which names the copied text: "Copiar código Pix". */
  label?: string
  size?: 'xs' | 'sm'
}

const SHOWN_MS = 2_000

export function CopyButton({ value, label, size = 'xs' }: CopyButtonProps) {
  const t = useWords(commonWords)
  return (
    <Copying value={value} timeout={SHOWN_MS}>
      {({ copied, copy }) => (
        <>
          <Button
            variant="default"
            size={size}
            flex="none"
            onClick={copy}
            leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            // The visible text is part of the accessible name, for people who use voice control.
            {...(label !== undefined && !copied && { 'aria-label': label })}
          >
            {copied ? t('actions.copied') : t('actions.copy')}
          </Button>
          <span className="only-heard" aria-live="polite">
            {copied ? t('actions.copied') : ''}
          </span>
        </>
      )}
    </Copying>
  )
}
