// The names that a file declares: variables, functions, parameters, types and their properties. Keys of object literals are not among them:
// they are bodies, translation keys and log fields, which callers read.
import { parseSync } from 'vite'
import type { Source } from './sources.ts'

export interface DeclaredName {
  name: string
  /** Its place in the text. */
  start: number
  isExported: boolean
}

interface Node {
  type: string
  start: number
  name?: string
  shorthand?: boolean
  computed?: boolean
  id?: unknown
  key?: unknown
  value?: unknown
  left?: unknown
  param?: unknown
  params?: unknown[]
  argument?: unknown
  elements?: unknown[]
  properties?: Node[]
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

export function declaredNames({ path, text }: Source): DeclaredName[] {
  const found: DeclaredName[] = []
  const lang = path.endsWith('.tsx') ? 'tsx' : path.endsWith('.js') ? 'js' : 'ts'
  visit(parseSync(path, text, { lang }).program, false, found)
  return found
}

/** What is inside an exported function is not exported; what is inside a type is. */
const CLOSED = /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/

function visit(node: unknown, isExported: boolean, found: DeclaredName[]): void {
  if (!isNode(node)) return
  const exports = isExported || node.type === 'ExportNamedDeclaration'
  for (const [declared, isInner] of declaredBy(node)) bind(declared, exports && !isInner, found)
  const goesOn = exports && !CLOSED.test(node.type)
  for (const value of Object.values(node)) for (const one of [value].flat()) visit(one, goesOn, found)
}

/** The identifiers and patterns that a node declares, and whether they are seen within it only. */
function declaredBy({ type, id, key, param, params = [], computed }: Node): [declared: unknown, isInner: boolean][] {
  const inner = params.map((one): [unknown, boolean] => [one, true])
  switch (type) {
    case 'VariableDeclarator':
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
    case 'ClassDeclaration':
      return [[id, false]]
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'TSDeclareFunction':
      return [[id, false], ...inner]
    case 'ArrowFunctionExpression':
    case 'TSFunctionType':
      return inner
    case 'TSMethodSignature':
      return [[key, false], ...inner]
    case 'TSPropertySignature':
    case 'PropertyDefinition':
    case 'MethodDefinition':
      return computed ? [] : [[key, false]]
    case 'CatchClause':
      return [[param, true]]
    default:
      return []
  }
}

/** A name that a destructuring takes over as it is was declared elsewhere. */
function bind(declared: unknown, isExported: boolean, found: DeclaredName[]): void {
  if (!isNode(declared)) return
  const { type, name = '', start } = declared
  if (type === 'Identifier') found.push({ name, start, isExported })
  for (const inner of boundBy(declared)) bind(inner, isExported, found)
}

function boundBy({ type, left, argument, elements = [], properties = [] }: Node): unknown[] {
  switch (type) {
    case 'AssignmentPattern':
      return [left]
    case 'RestElement':
      return [argument]
    case 'ArrayPattern':
      return elements
    case 'ObjectPattern':
      return properties.flatMap(one => (one.type === 'RestElement' ? [one] : one.shorthand ? [] : [one.value]))
    default:
      return []
  }
}
