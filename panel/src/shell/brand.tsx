// The mark and the name.
import { Group, Text } from '@mantine/core'
import { HOUSE_NAME } from '../ui/brand/house-name.ts'
import { PorteiraMark } from '../ui/brand/porteira-mark.tsx'

interface BrandProps {
  size?: number
  /** What it stands on: the green of the gate, or the page. */
  ground?: 'gate' | 'page'
}

export function Brand({ size = 28, ground = 'gate' }: BrandProps) {
  return (
    <Group gap={10} wrap="nowrap">
      <PorteiraMark size={size} {...(ground === 'page' && { stroke: 'light-dark(#c1850f, #f2c14e)' })} />
      <Text component="span" fw={700} fz="1.15rem" {...(ground === 'gate' && { c: '#f6f3ea' })} lts="-0.01em">
        {HOUSE_NAME}
      </Text>
    </Group>
  )
}
