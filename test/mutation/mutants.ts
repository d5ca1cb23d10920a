// Makes the mutants of a module: the same program with one operator, number, constant or branch changed. Types are gone before, so
// that nothing is changed which the program never reads.
import { stripTypeScriptTypes } from 'node:module'

export interface Mutant {
  /** The whole module. */
  text: string
  line: number
  was: string
  is: string
}

interface Change {
  of: RegExp
  /** What it becomes; each is a mutant of its own. */
  to: (found: string) => string[]
}

const SWAPS: Record<string, string[]> = {
  '===': ['!=='],
  '!==': ['==='],
  '<=': ['<', '>'],
  '>=': ['>', '<'],
  '<': ['<=', '>='],
  '>': ['>=', '<='],
  '+=': ['-='],
  '-=': ['+='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
}

const CHANGES: Change[] = [
  { of: /(?<= )(?:===|!==|<=|>=|<|>|\+=|-=|\+|-|\*|\/|%|&&|\|\||\?\?)(?= )/g, to: found => SWAPS[found] ?? [] },
  // A sign before its value.
  { of: /(?<=[([?:,=] ?)-(?=\w)/g, to: () => [''] },
  { of: /(?<![\w.$])\d[\d_]*n?(?![\w.])/g, to: numbers },
  { of: /\b(?:true|false)\b/g, to: found => [found === 'true' ? 'false' : 'true'] },
  { of: /(?<=[=(,:?[] ?)'[^'\n]*'/g, to: found => (found === "''" ? ["'x'"] : ["''"]) },
  // Both ways of a condition.
  { of: /(?<=\bif \()[^\n]*?(?=\) (?:return|throw|\w))/g, to: () => ['true', 'false'] },
  // The parts of a template are left out.
  { of: /\$\{[^{}`]+\}/g, to: () => [''] },
  // Two sides change places.
  { of: /\[('[a-z]+'), ('[a-z]+')\](?=,)/g, to: found => [found.replace(/\[('[a-z]+'), ('[a-z]+')\]/, '[$2, $1]')] },
  { of: /\.(?:padStart|padEnd|slice|toString)\([^()]*\)/g, to: () => [''] },
]

function numbers(found: string): string[] {
  const isBig = found.endsWith('n')
  const value = BigInt(found.replace(/[_n]/g, ''))
  const more = `${value + 1n}${isBig ? 'n' : ''}`
  return value === 0n ? [more] : [more, `${value - 1n}${isBig ? 'n' : ''}`]
}

export function mutantsOf(source: string): Mutant[] {
  const program = stripTypeScriptTypes(source)
  const bare = withoutComments(program)
  const seen = new Set<string>()
  return CHANGES.flatMap(({ of, to }) =>
    [...bare.matchAll(of)].flatMap(({ 0: was, index }) =>
      isImport(bare, index) ? [] : to(was).map(is => mutant(program, index, was, is)),
    ),
  ).filter(({ text }) => {
    const isNew = text !== program && !seen.has(text)
    seen.add(text)
    return isNew
  })
}

const mutant = (program: string, index: number, was: string, is: string): Mutant => ({
  text: program.slice(0, index) + is + program.slice(index + was.length),
  line: program.slice(0, index).split('\n').length,
  was,
  is,
})

const COMMENT = /(?<=^|\s)(?:\/\*[\s\S]*?\*\/|\/\/.*$)/gm

/** Every place stays where it was. */
const withoutComments = (text: string) => text.replace(COMMENT, comment => comment.replace(/[^\n]/g, ' '))

/** Another file, or the message of an error, which no test compares word by word. */
function isImport(text: string, index: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', index) + 1, text.indexOf('\n', index))
  return /^import\b/.test(line) || /\bthrow new \w*Error\(/.test(line.slice(0, index - text.lastIndexOf('\n', index)))
}
