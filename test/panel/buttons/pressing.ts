// Presses what a page offers, one thing after the other, each on the page as it was at first, and says what is wrong with it.
import type { ElementHandle, Page } from 'playwright-core'
import { until } from '../../until.ts'

/** On a busy machine what a press does shows late. */
const LIFE_MS = 10_000
const SETTLED_MS = 20_000

export interface Control {
  key: string
  /** Switched off, or chosen already: a press would change nothing. */
  leftAlone: boolean
  /** A form, which is never submitted here. */
  sends: boolean
}

export interface Pressing {
  page: Page
  /** Where the page is, as it is at first. */
  fresh(): Promise<void>
  complain(about: string): void
  /** Only so many of each page, of kinds that have not been pressed before. Absent: everything. */
  few?: { max: number; known: Set<string> }
}

export const evaluate = <T>(page: Page, question: string): Promise<T> => page.evaluate<T>(`watched.${question}`)
const quoted = (text: string) => JSON.stringify(text)

const keysIn = (page: Page, scope: string) => evaluate<Control[]>(page, `keys(${quoted(scope)})`)

export const settled = (page: Page): Promise<true> =>
  until(() => evaluate<boolean>(page, 'isSettled()').then(is => is || null), `${page.url()} to be whole`, SETTLED_MS)

/** Rows have the same buttons, and boxes to be ticked are many. */
const ALIKE = 2
const kindOf = ({ key }: Control) => (/^(checkbox|radio) /.exec(key)?.[1] ?? key).replaceAll(/\d+/g, '#')

const withoutLikes = (controls: Control[]): Control[] =>
  [...Map.groupBy(controls, kindOf).values()].flatMap(some => some.slice(0, ALIKE))

function chosen({ few }: Pressing, controls: Control[]): Control[] {
  if (few === undefined) return controls
  const some = controls.filter(one => !few.known.has(kindOf(one))).slice(0, few.max)
  for (const one of some) few.known.add(kindOf(one))
  return some
}

/** Everything in this part of the page, or a few. Answers how many things that were. */
export async function pressAll(pressing: Pressing, scope: string): Promise<number> {
  const { page, fresh } = pressing
  const namesNow = async () => quoted((await keysIn(page, scope)).map(({ key }) => key).join())
  const pressed = chosen(pressing, withoutLikes((await keysIn(page, scope)).filter(({ leftAlone }) => !leftAlone)))
  const [names, address] = [await namesNow(), page.url()]
  for (const { key } of pressed) {
    await pressOne(pressing, scope, key)
    await settled(page)
    if (page.url() !== address || (await namesNow()) !== names) await fresh()
  }
  return pressed.length
}

async function pressOne(pressing: Pressing, scope: string, key: string): Promise<void> {
  const { page, complain } = pressing
  if (!(await isAlive(page, scope, key))) return complain(`${key} does nothing`)
  // One whose code is loaded first.
  if (await evaluate<boolean>(page, `opensDialog(${quoted(scope)}, ${quoted(key)})`))
    await until(async () => (await evaluate<number>(page, 'dialogs()')) > 0 || null, `the dialog of ${key}`, LIFE_MS)
  if ((await evaluate<number>(page, 'dialogs()')) > 0) return lookIntoDialog(pressing, scope, key)
  if ((await evaluate<number>(page, 'menus()')) > 0) return lookIntoMenu(pressing, scope, key)
}

async function isAlive(page: Page, scope: string, key: string): Promise<boolean> {
  const [before, address] = [await evaluate<number>(page, 'changes()'), page.url()]
  // A menu that has just been opened shows what is in it a moment later.
  const shown = () => page.evaluateHandle(`watched.shown(${quoted(scope)}, ${quoted(key)})`)
  const element = await until(
    async () => (await shown()).asElement() as ElementHandle | null,
    `${key} at ${address}`,
    LIFE_MS,
  )
  await element.click({ timeout: LIFE_MS })
  const hasChanged = async () => {
    // A page that is left may ask for a confirmation.
    const now = await evaluate<number>(page, 'changes()').catch(() => before + 1)
    return now !== before || page.url() !== address || null
  }
  return until(hasChanged, key, LIFE_MS).catch(() => false)
}

/** Opened, everything in it touched but what would confirm it, and closed by Escape. */
async function lookIntoDialog(pressing: Pressing, scope: string, key: string): Promise<void> {
  const { page, complain } = pressing
  await settled(page)
  await nameless(pressing, key)
  const inside = (await keysIn(page, '[role=dialog]')).filter(
    one => !(one.sends || one.leftAlone || CLOSING.test(one.key)),
  )
  for (const { key: one } of withoutLikes(inside))
    if (!(await isAlive(page, '[role=dialog]', one))) complain(`${one}, in the dialog of ${key}, does nothing`)
  await closedByEscape(pressing, 'dialogs()', key)
  await focusIsBack(pressing, scope, key)
}

const CLOSING = /"(Cancelar|Fechar)"/

async function lookIntoMenu(pressing: Pressing, scope: string, key: string): Promise<void> {
  const { page, fresh, complain } = pressing
  await nameless(pressing, key)
  const items = await keysIn(page, '[role=menu]')
  await closedByEscape(pressing, 'menus()', key)
  await focusIsBack(pressing, scope, key)
  for (const { key: one } of items) {
    if (LEAVING.test(one)) continue
    await isAlive(page, scope, key)
    if (!(await isAlive(page, '[role=menu]', one))) complain(`${one}, in the menu of ${key}, does nothing`)
    await fresh()
  }
}

/** Signing out has a test of its own. */
const LEAVING = /"Sair"/

async function closedByEscape({ page, fresh, complain }: Pressing, what: string, key: string): Promise<void> {
  await page.keyboard.press('Escape')
  const gone = () => evaluate<number>(page, what).then(count => count === 0 || null)
  if (await until(gone, key, LIFE_MS).catch(() => false)) return
  complain(`what ${key} opens is not closed by Escape`)
  await fresh()
}

async function focusIsBack({ page, complain }: Pressing, scope: string, key: string): Promise<void> {
  const back = () => evaluate<boolean>(page, `hasFocus(${quoted(scope)}, ${quoted(key)})`).then(is => is || null)
  if (await until(back, key, LIFE_MS / 3).catch(() => false)) return
  complain(`the focus is not back on ${key} but on ${await evaluate<string>(page, 'focus()')}`)
}

const NAMED = ['button', 'link', 'checkbox', 'radio', 'switch', 'tab', 'menuitem', 'textbox', 'combobox', 'searchbox']

interface Heard {
  nodes: { ignored: boolean; role?: { value: string }; name?: { value: string } }[]
}

/** Whether everything that can be used has a name, as a screen reader reads the page. */
export async function nameless({ page, complain }: Pressing, where: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as Heard
  await session.detach()
  for (const { ignored, role, name } of nodes) {
    if (ignored || !NAMED.includes(role?.value ?? '') || (name?.value ?? '').trim() !== '') continue
    complain(`a ${role?.value} without a name at ${where}`)
  }
}
