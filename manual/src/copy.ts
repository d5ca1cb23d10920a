// A button at each block of code that copies it.
const SHOWN_MS = 1_500

export function offerCopies(): void {
  const { copy = '', copied = '' } = document.body.dataset
  for (const block of document.querySelectorAll('main pre')) {
    const frame = document.createElement('div')
    frame.className = 'code'
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = copy
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.textContent ?? '')
      button.textContent = copied
      button.dataset.done = ''
      setTimeout(() => {
        button.textContent = copy
        delete button.dataset.done
      }, SHOWN_MS)
    })
    block.replaceWith(frame)
    frame.append(block, button)
  }
}
