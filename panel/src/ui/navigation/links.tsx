// Mantine's buttons and anchors as links of the router: they know the addresses there are, and their search parameters.
import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

type Native = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'color' | 'style'> & { ref?: Ref<HTMLAnchorElement> }

export const LinkAnchor = createLink((props: AnchorProps & Native) => <Anchor {...props} />)
export const LinkButton = createLink((props: ButtonProps & Native) => <Button component="a" {...props} />)
