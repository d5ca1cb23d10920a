// What the script adds to the pages of the guides, which work without it: results while a person types, buttons that copy, the section that
// is being read, and the choice between light and dark. It has no words: they stand in the page.
import { offerCopies } from './copy.ts'
import { applyScheme, offerScheme } from './scheme.ts'
import { offerSearch } from './search.ts'

applyScheme()
document.addEventListener('DOMContentLoaded', () => {
  offerScheme()
  offerSearch()
  offerCopies()
  followReading()
})

/** Marks in the contents the section at the top of the window. */
function followReading(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.contents a')]
  const linkTo = (id: string) => links.find(({ hash }) => decodeURIComponent(hash.slice(1)) === id)
  const watcher = new IntersectionObserver(
    entries => {
      const shown = entries.find(({ isIntersecting }) => isIntersecting)
      const link = shown && linkTo(shown.target.id)
      if (link === undefined) return
      for (const one of links) one.removeAttribute('aria-current')
      link.setAttribute('aria-current', 'true')
    },
    { rootMargin: '0px 0px -75% 0px' },
  )
  for (const heading of document.querySelectorAll('main h2[id]')) watcher.observe(heading)
}
