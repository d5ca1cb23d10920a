// A button that opens a dialog, and the dialog while it is open.
import { Button, type ButtonProps } from '@mantine/core'
import { type ReactNode, useState } from 'react'

export interface ActProps extends Pick<ButtonProps, 'size' | 'miw' | 'color' | 'variant' | 'leftSection' | 'disabled'> {
  label: string
  /** For those who do not see which row the button belongs to. */
  about?: string
  dialog: (close: () => void) => ReactNode
}

export function Act({ label, about, dialog, variant = 'default', ...button }: ActProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant={variant}
        flex="none"
        {...button}
        onClick={() => setIsOpen(true)}
        {...(about !== undefined && { 'aria-label': `${label}: ${about}` })}
      >
        {label}
      </Button>
      {isOpen && dialog(() => setIsOpen(false))}
    </>
  )
}
