// Put into each page before its own scripts: says what there is to press, and whether anything came of a press. It changes
// nothing of the page, but that nothing is printed.
// biome-ignore-all lint/complexity/useArrowFunction: these stand in for functions of the browser, with their `this`
{
  const PRESSED = [
    'button',
    '[role=button]',
    '[role=tab]',
    '[role=switch]',
    '[role=menuitem]',
    'input[type=checkbox]',
    'input[type=radio]',
    'summary',
  ].join()
  /** What hovering and focusing may change as well. */
  const SLIGHT = new Set(['class', 'style', 'data-hovered', 'tabindex'])
  let changes = 0
  let underWay = 0

  const noted = records => {
    changes += records.filter(({ type, attributeName }) => type !== 'attributes' || !SLIGHT.has(attributeName)).length
  }
  const everything = { subtree: true, childList: true, characterData: true, attributes: true }
  new MutationObserver(noted).observe(document, everything)
  document.addEventListener('change', () => changes++, true)
  // The browser itself says at the field what is missing there.
  document.addEventListener('invalid', () => changes++, true)
  window.print = () => changes++

  const { fetch } = window
  window.fetch = async function (...given) {
    changes++
    // What is told as it happens never ends.
    const isCounted = !String(given[0]?.url ?? given[0]).includes('/api/live')
    if (isCounted) underWay++
    try {
      return await fetch.apply(this, given)
    } finally {
      if (isCounted) underWay--
    }
  }

  const isSeen = element => {
    const { width, height } = element.getBoundingClientRect()
    return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  }
  /** What a hand finds of a control whose own box is hidden behind something prettier. */
  const shownOf = element => [element, ...(element.labels ?? [])].find(isSeen) ?? null
  const nameOf = element =>
    (element.ariaLabel || [...(element.labels ?? [])].map(label => label.innerText).join(' ') || element.innerText)
      .replace(/\s+/g, ' ')
      .trim()
  const kindOf = element => element.role ?? (element.type || element.localName)

  function controlsIn(scope) {
    const seen = new Map()
    return [...document.querySelectorAll(scope)]
      .flatMap(root => [...root.querySelectorAll(PRESSED)])
      .filter(element => shownOf(element) !== null)
      .map(element => {
        const name = `${kindOf(element)} "${nameOf(element)}"`
        const nth = (seen.get(name) ?? 0) + 1
        seen.set(name, nth)
        return { element, key: nth === 1 ? name : `${name} ${nth}` }
      })
  }

  const leftAlone = ({ disabled, ariaDisabled, type, checked }) =>
    disabled || ariaDisabled === 'true' || (type === 'radio' && checked)
  const find = (scope, key) => controlsIn(scope).find(control => control.key === key)?.element ?? null
  const seenAt = selector => [...document.querySelectorAll(selector)].filter(isSeen).length

  window.watched = {
    keys: scope =>
      controlsIn(scope).map(({ element, key }) => ({
        key,
        leftAlone: leftAlone(element),
        sends: element.type === 'submit',
      })),
    shown: (scope, key) => {
      const element = find(scope, key)
      return element && shownOf(element)
    },
    hasFocus: (scope, key) => find(scope, key) === document.activeElement,
    focus: () => document.activeElement?.cloneNode().outerHTML.slice(0, 120),
    changes: () => changes,
    opensDialog: (scope, key) => find(scope, key)?.getAttribute('aria-haspopup') === 'dialog',
    dialogs: () => seenAt('[role=dialog]'),
    menus: () => seenAt('[role=menu]'),
    links: () => [...document.querySelectorAll('a[href]')].map(({ href }) => href),
    isSettled: () => underWay === 0 && seenAt('.mantine-Skeleton-root, [data-loading]') === 0,
  }
}
