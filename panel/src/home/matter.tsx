// One line of the matters that need attention, with its link.
import type { ReactNode } from 'react'
import classes from './home.module.css'

export function Matter({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <li className={classes.matter}>
      <div>{children}</div>
      {action}
    </li>
  )
}
