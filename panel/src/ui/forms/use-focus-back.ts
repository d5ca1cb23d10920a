// Returns the focus to the element that opened a dialog, when the dialog is unmounted. Mantine does so for dialogs that stay
// mounted and are closed; most of ours are mounted only while they are open. In a sequence of dialogs the first remembers the
// element.
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
      // The element that replaces the dialog may take the focus itself.
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
