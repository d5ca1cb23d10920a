// The names that a file declares: variables, functions, parameters, types and their properties. Keys of object literals are not
// among them: there stand bodies, translation keys and log fields, which callers read.
import { parseSync } from 'vite'
import type { Source } from './sources.ts'

export interface DeclaredName {
  name: string
  /** Where it stands in the text. */
  start: number
}

type Node = { type: string; start: number; [key: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

export function declaredNames({ path, text }: Source): DeclaredName[] {
  const found: DeclaredName[] = []
  const language = path.endsWith('.tsx') ? 'tsx' : path.endsWith('.js') ? 'js' : 'ts'
  visit(parseSync(path, text, { lang: language }).program as unknown as Node, found)
  return found
}

function visit(node: Node, found: DeclaredName[]): void {
  for (const declared of declaredBy(node)) bind(declared, found)
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) for (const one of value) isNode(one) && visit(one, found)
    else if (isNode(value)) visit(value, found)
  }
}

/** The identifiers and patterns that a node declares. */
function declaredBy(node: Node): unknown[] {
  switch (node.type) {
    case 'VariableDeclarator':
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
    case 'ClassDeclaration':
      return [node.id]
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'TSDeclareFunction':
      return [node.id, ...(node.params as unknown[])]
    case 'ArrowFunctionExpression':
    case 'TSFunctionType':
      return node.params as unknown[]
    case 'TSMethodSignature':
      return [node.key, ...(node.params as unknown[])]
    case 'TSPropertySignature':
    case 'PropertyDefinition':
    case 'MethodDefinition':
      return node.computed ? [] : [node.key]
    case 'CatchClause':
      return [node.param]
    default:
      return []
  }
}

/** A name that a destructuring takes over as it is was declared elsewhere. */
function bind(declared: unknown, found: DeclaredName[]): void {
  if (!isNode(declared)) return
  if (declared.type === 'Identifier') found.push({ name: declared.name as string, start: declared.start })
  for (const inner of boundBy(declared)) bind(inner, found)
}

function boundBy(pattern: Node): unknown[] {
  switch (pattern.type) {
    case 'AssignmentPattern':
      return [pattern.left]
    case 'RestElement':
      return [pattern.argument]
    case 'ArrayPattern':
      return pattern.elements as unknown[]
    case 'ObjectPattern':
      return (pattern.properties as Node[]).flatMap(one =>
        one.type === 'RestElement' ? [one] : one.shorthand ? [] : [one.value],
      )
    default:
      return []
  }
}
