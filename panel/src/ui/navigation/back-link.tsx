// The way back, above the heading of a screen.
import { Anchor, type AnchorProps } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

type Native = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'color' | 'style'> & { ref?: Ref<HTMLAnchorElement> }

export const BackLink = createLink(({ children, ...props }: AnchorProps & Native) => (
  <Anchor size="sm" display="inline-flex" {...props} className="way-back">
    <IconArrowLeft size={16} aria-hidden />
    {children}
  </Anchor>
))
