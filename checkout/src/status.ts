// What is said to those who do not see the page. One live region outside of what is replaced, so that it is there before it speaks.

let region: HTMLElement | null = null

/** It is also shown where `isShown`; "" says nothing any more. */
export function say(text: string, isShown = false): void {
  region ??= document.body.appendChild(liveRegion())
  region.className = isShown && text !== '' ? 'notice' : 'only-heard'
  if (region.textContent !== text) region.textContent = text
}

function liveRegion(): HTMLElement {
  const made = document.createElement('p')
  made.setAttribute('role', 'status')
  return made
}
