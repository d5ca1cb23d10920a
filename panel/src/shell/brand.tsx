// The mark and the name.
import { Group, Text } from '@mantine/core'
import { GATEWAY_NAME } from '../ui/brand/gateway-name.ts'
import { PorteiraMark } from '../ui/brand/porteira-mark.tsx'

interface BrandProps {
  size?: number
  /** Its background: the green of the gate, or the page. */
  background?: 'gate' | 'page'
}

export function Brand({ size = 28, background = 'gate' }: BrandProps) {
  return (
    <Group gap={10} wrap="nowrap">
      <PorteiraMark size={size} {...(background === 'page' && { stroke: 'light-dark(#c1850f, #f2c14e)' })} />
      <Text component="span" fw={700} fz="1.15rem" {...(background === 'gate' && { c: '#f6f3ea' })} lts="-0.01em">
        {GATEWAY_NAME}
      </Text>
    </Group>
  )
}
