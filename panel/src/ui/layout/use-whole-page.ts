// A placeholder for a whole page is also its heading: where the page has no other, it sets the title of the window and takes
// the focus, as a heading does.
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { GATEWAY_NAME } from '../brand/gateway-name.ts'
import { visits } from '../navigation/visits.ts'

export interface WholePage {
  isWhole: boolean
  heading: RefObject<HTMLHeadingElement | null>
}

export function useWholePage(title: string): WholePage {
  const heading = useRef<HTMLHeadingElement>(null)
  const [isWhole, setWhole] = useState(false)
  useLayoutEffect(() => setWhole(document.querySelector('h1') === null), [])
  useEffect(() => {
    if (!isWhole) return
    document.title = `${title} · ${GATEWAY_NAME}`
    visits.note(heading.current)
  }, [isWhole, title])
  return { isWhole, heading }
}
