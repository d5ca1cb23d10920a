// The link of a row or a card: it covers all of it, and is one stop for the keyboard. New rows of the list are marked in it.
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'
import classes from './cursor-table.module.css'

interface Native extends AnchorHTMLAttributes<HTMLAnchorElement> {
  ref?: Ref<HTMLAnchorElement>
  /** It has changed a moment ago. */
  isFresh?: boolean
}

export const RowLink = createLink(({ children, isFresh = false, ...props }: Native) => (
  <a {...props} className={classes.link} {...(isFresh && { 'data-fresh': true })}>
    {children}
  </a>
))
