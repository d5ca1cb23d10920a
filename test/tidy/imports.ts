// Which file may import which, and which files nothing imports. Types are stripped natively, so there is no compiler to use: import
// statements are read by their form, which the formatter keeps even.
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { featureOf, floorOf, isFeature, isProgram } from './floors.ts'
import { codeOf, lineAt, ROOT, type Source } from './sources.ts'

interface Import {
  path: string
  line: number
  specifier: string
  /** The file, where it is one of ours. */
  target: string | null
  typeOnly: boolean
  /** It is loaded when it is needed. */
  isDynamic: boolean
}

const CLAUSE = String.raw`\*(?:\s+as\s+\w+)?|\{[^}]*\}|\w+(?:\s*,\s*(?:\{[^}]*\}|\*\s+as\s+\w+))?`
const STATEMENT = new RegExp(String.raw`\b(?:import|export)\s+(type\s+)?(${CLAUSE})\s+from\s+'([^']+)'`, 'g')
const BARE_OR_DYNAMIC = /\bimport\s*\(?\s*'([^']+)'/g

function importsOf(source: Source): Import[] {
  const code = codeOf(source)
  const found = (match: RegExpExecArray, specifier: string, typeOnly: boolean, isDynamic = false) => ({
    path: source.path,
    line: lineAt(code, match.index),
    specifier,
    target: targetOf(source.path, specifier),
    typeOnly,
    isDynamic,
  })
  return [
    ...code
      .matchAll(STATEMENT)
      .map(match => found(match, match[3] ?? '', match[1] !== undefined || onlyTypes(match[2]))),
    ...code.matchAll(BARE_OR_DYNAMIC).map(match => found(match, match[1] ?? '', false, match[0].includes('('))),
  ]
}

function onlyTypes(clause = ''): boolean {
  const names = /^\{([^}]*)\}$/.exec(clause)?.[1]?.split(',') ?? ['a default or everything']
  return names.every(name => name.trim() === '' || name.trim().startsWith('type '))
}

function targetOf(path: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`
  return specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : null
}

/** Why an import is not allowed; null where it is. */
function refusal(given: Import): string | null {
  const { path, target, typeOnly } = given
  if (path.startsWith('sdk/')) return sdkRefusal(given)
  if (path.startsWith('panel/')) return panelRefusal(given)
  if (path.startsWith('checkout/')) return checkoutRefusal(given)
  if (target === null) return typeOnly ? null : outsideRefusal(path, given.specifier)
  if (path.startsWith('sandbox/')) {
    const inside = target.startsWith('sandbox/') || target.startsWith('src/kernel/')
    return inside ? null : 'the sandbox bank plays another company: of ours it may know only src/kernel'
  }
  return path.startsWith('src/') ? floorRefusal(given, target) : null
}

function sdkRefusal({ path, specifier, target }: Import): string | null {
  const isPackage = path.startsWith(SDK_PACKAGE)
  if (isPackage && specifier.startsWith('node:')) return 'the sdk runs where Node is not: it knows what the web has'
  const known = specifier.startsWith('node:') || target?.startsWith(isPackage ? SDK_PACKAGE : 'sdk/')
  return known ? null : 'sellers install the sdk, where there is nothing of ours and no package'
}

const SDK_PACKAGE = 'sdk/typescript/src/'

/** A route loads its page; a page that took its route would be in a circle with it. */
const PAGE = /^panel\/src\/.*\.tsx$/
const WHOLE_PAGE = /^panel\/src\/(?!.*\/shared\/).*-page\.tsx$/
const ROUTES = /^panel\/src\/.*\/(?:.*-)?routes?\.ts$/
const COMPOSES = 'panel/src/router.tsx'
/** How a feature answers, and with what: nothing that a client sees. */
const INSIDES = /(\b|-)(routes|store|feature|deps)\.ts$/

function panelRefusal({ path, target, typeOnly, isDynamic }: Import): string | null {
  if (!typeOnly && PAGE.test(path) && path !== COMPOSES && ROUTES.test(target ?? ''))
    return "a page finds its route by its address: getRouteApi('/shell/...')"
  if (!isDynamic && WHOLE_PAGE.test(target ?? ''))
    return 'a route loads a page: what others need of it has a file of its own'
  if (target === null || target.startsWith('panel/') || target.startsWith('src/kernel/')) return null
  if (!typeOnly) return 'the panel is a client in the browser: of ours it may know src/kernel, and types'
  return INSIDES.test(target) ? "what the panel reads and sends is typed in the feature's wire.ts" : null
}

function checkoutRefusal({ path, target }: Import): string | null {
  const inside = target?.startsWith('checkout/') || target?.startsWith('src/kernel/')
  if (inside || path === 'checkout/build.ts') return null
  return 'a buyer loads this: of ours it may know src/kernel, and no package'
}

function floorRefusal({ path, specifier, typeOnly }: Import, target: string): string | null {
  if (!target.startsWith('src/')) return 'src knows nothing outside of src; it may only run it as a process'
  if (featureOf(path) === featureOf(target)) {
    const shortest = relativeTo(path, target)
    return specifier === shortest
      ? null
      : `write a file of the own feature as ./file.ts or ../room/file.ts: ${shortest}`
  }
  if (!specifier.startsWith('#')) return 'write a file of another feature as #folder/file.ts'
  const [from, to] = [floorOf(path), floorOf(target)]
  if (to > from) return `floor ${to} is above floor ${from}: have src/composition hand it over`
  if (typeOnly) return null
  if (to === from) return 'sideways only types: have src/composition hand the rest over'
  return isFeature(target) && !isProgram(path) && opensItself(target) && !OPENINGS.test(target)
    ? `${featureOf(target)} opens itself: take its feature.ts, or its routes`
    : null
}

/** What is known of a feature above its floor: how it is opened, and its endpoints. Commands and starts work without open features. */
const OPENINGS = /\/(feature|(.*-)?routes)\.ts$/
const opensItself = (path: string) => existsSync(join(ROOT, 'src', featureOf(path), 'feature.ts'))

function relativeTo(path: string, target: string): string {
  const way = posix.relative(posix.dirname(path), target)
  return way.startsWith('.') ? way : `./${way}`
}

const KERNEL_USES = [
  'node:crypto',
  'node:net',
  'node:buffer',
  'node:async_hooks',
  'node:diagnostics_channel',
  'ipaddr.js',
  'p-limit',
]
/** What reaches outside is used in few places. */
const USED_IN: Record<string, string[]> = {
  pg: ['src/db/'],
  undici: ['src/http/egress/', 'src/psp/client/http.ts', 'sandbox/callbacks.ts'],
  nodemailer: ['src/mail/smtp.ts'],
  'node:sqlite': ['sandbox/store/', 'src/db/embedded/lock.ts'],
}
const DEPENDENCIES = Object.keys(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).dependencies)

function outsideRefusal(path: string, specifier: string): string | null {
  if (!/^(src|sandbox)\//.test(path)) return null
  if (path.startsWith('src/kernel/') && !KERNEL_USES.includes(specifier))
    return 'the kernel does no I/O and needs no other package'
  const places = USED_IN[specifier]
  if (places !== undefined && !places.some(place => path.startsWith(place)))
    return `only ${places.join(', ')} may use it`
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
  const known = specifier.startsWith('node:') || DEPENDENCIES.includes(name)
  return known ? null : 'not among the dependencies in package.json, so a production install lacks it'
}

export const importComplaints = (sources: Source[]) =>
  sources.flatMap(importsOf).flatMap(given => {
    const message = refusal(given)
    return message === null ? [] : [`${given.path}:${given.line} imports ${given.specifier}: ${message}`]
  })

/** And what sellers import, with what makes it. */
const PROGRAMS = [
  ...['src/main.ts', 'src/cli/main.ts', 'sandbox/main.ts'],
  ...['sdk/typescript/src/index.ts', 'src/cli/seller/main.ts', 'sdk/generate/files.ts'],
]

export function unreached(sources: Source[]): string[] {
  const byPath = new Map(sources.map(source => [source.path, source]))
  const reached = new Set<string>()
  const left = [...PROGRAMS]
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    const source = byPath.get(path)
    if (source === undefined || reached.has(path)) continue
    reached.add(path)
    left.push(...importsOf(source).flatMap(({ target }) => target ?? []))
  }
  return [...byPath.keys()].filter(path => !reached.has(path)).map(path => `${path}: no program reaches it; delete it`)
}
