// Distinguishes the first page, whose focus is the browser's business, from pages that are reached inside the panel.
let isFirst = true

export const visits = {
  note(heading: HTMLElement | null): void {
    // A form that has taken the keyboard already is where one is.
    const isWriting = document.activeElement instanceof HTMLInputElement
    if (!isFirst && !isWriting) heading?.focus({ preventScroll: true })
    isFirst = false
  },
}
