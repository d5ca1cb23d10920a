// A key or a secret, to be copied.
import { Group, Stack, Text } from '@mantine/core'
import { CopyButton } from '../ui/values/copy-button.tsx'
import classes from './integrations.module.css'

interface SecretLineProps {
  name: string
  value: string
  copyLabel: string
}

export const SecretLine = ({ name, value, copyLabel }: SecretLineProps) => (
  <Stack gap={4}>
    <Text size="sm" c="dimmed">
      {name}
    </Text>
    <Group gap="sm" wrap="nowrap" justify="space-between" align="flex-start">
      <Text component="code" className={classes.key}>
        {value}
      </Text>
      <CopyButton value={value} label={copyLabel} />
    </Group>
  </Stack>
)
