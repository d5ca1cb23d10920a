// The screens that belong together, side by side below the heading of each. They are links: every one has its own address.
import { Group } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react'
import classes from './screen-tabs.module.css'

type Native = AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> }

export const ScreenTabs = ({ label, children }: { label: string; children: ReactNode }) => (
  <Group component="nav" aria-label={label} gap={0} wrap="nowrap" className={classes.tabs}>
    {children}
  </Group>
)

export const ScreenTab = createLink(({ children, ...props }: Native) => (
  <a {...props} className={classes.tab}>
    {children}
  </a>
))
