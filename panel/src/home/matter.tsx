// One line of what a person should look at: what it is, and the way to it.
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
