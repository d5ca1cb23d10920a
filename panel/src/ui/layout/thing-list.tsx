// A short list of objects, each with a name, a line about it, and its actions at the end.
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './thing-list.module.css'

export const ThingList = ({ children }: { children: ReactNode }) => <ul className={classes.list}>{children}</ul>

interface ThingProps {
  name: ReactNode
  about: ReactNode
  /** At its end. */
  children: ReactNode
}

export const Thing = ({ name, about, children }: ThingProps) => (
  <li className={classes.one}>
    <div className={classes.what}>
      <Text fw={600}>{name}</Text>
      <Text size="sm" c="dimmed">
        {about}
      </Text>
    </div>
    {children}
  </li>
)
