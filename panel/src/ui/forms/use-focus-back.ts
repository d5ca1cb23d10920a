// Gives the keyboard back to whatever opened a dialog, when the dialog goes away as a whole. Mantine does so for dialogs that
// stay and are closed; most of ours are there only as long as they are open. Of dialogs that follow each other the first knows.
import { useEffect, useRef, useState } from 'react'

let opener: Element | null = null

function openerNow(): Element | null {
  const active = document.activeElement
  const isInDialog = active === null || active === document.body || active.closest('[role=dialog]') !== null
  if (!isInDialog) opener = active
  return opener
}

export function useFocusBack(isOpen: boolean): void {
  const [from] = useState(() => (isOpen ? openerNow() : null))
  const isLeft = useRef(false)
  const isOpenNow = useRef(isOpen)
  useEffect(() => {
    isOpenNow.current = isOpen
  }, [isOpen])
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
      // What comes in the place of the dialog may want the keyboard itself.
      if (isOpenNow.current) requestAnimationFrame(() => isLeft.current && giveBack(from))
    }
  }, [from])
}

function giveBack(from: Element | null): void {
  const { activeElement, body } = document
  const isFree = activeElement === null || activeElement === body
  if (!isFree || document.querySelector('[role=dialog]') !== null) return
  opener = null
  // A line that is gone took its button along.
  const to = from?.isConnected ? from : document.querySelector('h1')
  if (to instanceof HTMLElement) to.focus({ preventScroll: true })
}
