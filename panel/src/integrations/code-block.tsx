// A text to be copied as it is: an example, a payload, an answer.
import { Box, Group } from '@mantine/core'
import { CopyButton } from '../ui/values/copy-button.tsx'
import classes from './integrations.module.css'

interface CodeBlockProps {
  text: string
  /** Its label, for keyboard users: it may have to be scrolled. */
  label: string
  copyLabel?: string
}

export function CodeBlock({ text, label, copyLabel }: CodeBlockProps) {
  return (
    <Box>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached without a mouse */}
      <section className={classes.code} tabIndex={0} aria-label={label}>
        <code>{text}</code>
      </section>
      {copyLabel !== undefined && (
        <Group justify="flex-end" mt="xs">
          <CopyButton value={text} label={copyLabel} />
        </Group>
      )}
    </Box>
  )
}
