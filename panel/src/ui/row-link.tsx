// The link of a row or a card: it covers the whole of it, and is one stop for the keyboard.
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'
import classes from './cursor-table.module.css'

type Native = AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> }

export const RowLink = createLink(({ children, ...props }: Native) => (
  <a {...props} className={classes.link}>
    {children}
  </a>
))
