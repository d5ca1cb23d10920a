// The mark and the name.
import { Group, Text } from '@mantine/core'
import { HOUSE_NAME } from '../ui/house-name.ts'
import { PorteiraMark } from '../ui/porteira-mark.tsx'

export function Brand({ size = 28 }: { size?: number }) {
  return (
    <Group gap={10} wrap="nowrap">
      <PorteiraMark size={size} />
      <Text component="span" fw={700} fz="1.15rem" c="#f6f3ea" lts="-0.01em">
        {HOUSE_NAME}
      </Text>
    </Group>
  )
}
