// One request as a program of each language. What a caller pastes has to run, so every text is quoted by the rules of its language. Pure.
import type { SampleRequest } from './request.ts'

export interface CodeSample {
  lang: string
  label: string
  source: string
}

export const codeSamplesOf = (request: SampleRequest): CodeSample[] => [
  { lang: 'shell', label: 'curl', source: curlOf(request) },
  { lang: 'typescript', label: 'TypeScript', source: typescriptOf(request) },
  { lang: 'python', label: 'Python', source: pythonOf(request) },
  { lang: 'php', label: 'PHP', source: phpOf(request) },
]

/** -N: what comes is shown at once. */
function curlOf({ method, url, headers, body, isStream }: SampleRequest): string {
  const verb = method === 'GET' ? '' : ` -X ${method}`
  return [
    `curl -sS${isStream ? 'N' : ''}${verb} ${inShell(url)}`,
    ...headers.map(([name, value]) => `-H ${inShell(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${inShell(JSON.stringify(body, null, 2))}`]),
  ].join(' \\\n  ')
}

const inShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

function typescriptOf({ method, url, headers, body, isStream }: SampleRequest): string {
  const named = headers.map(([name, value]) => `    ${inScript(name)}: ${inScript(value)},\n`).join('')
  const options = [
    ...(method === 'GET' ? [] : [`  method: ${inScript(method)},\n`]),
    ...(named === '' ? [] : [`  headers: {\n${named}  },\n`]),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indented(JSON.stringify(body, null, 2), 2)}),\n`]),
  ].join('')
  const sent = `const answer = await fetch(${inScript(url)}${options === '' ? '' : `, {\n${options}}`})`
  return `${sent}\n${CHECKED_IN_TYPESCRIPT}\n${isStream ? TYPESCRIPT_STREAM : SHOWN_IN_TYPESCRIPT}`
}

const CHECKED_IN_TYPESCRIPT = "if (!answer.ok) throw new Error('answered with ' + answer.status)"
const SHOWN_IN_TYPESCRIPT = 'console.log(await answer.text())'
const TYPESCRIPT_STREAM =
  'for await (const text of answer.body!.pipeThrough(new TextDecoderStream())) console.log(text)'

const inScript = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll(String.raw`\"`, '"').replaceAll("'", String.raw`\'`)}'`

function pythonOf({ method, url, headers, body, isStream }: SampleRequest): string {
  const named = headers.map(([name, value]) => `        ${JSON.stringify(name)}: ${JSON.stringify(value)},\n`)
  const parts = [
    `    ${JSON.stringify(url)},\n`,
    ...(named.length === 0 ? [] : [`    headers={\n${named.join('')}    },\n`]),
    ...(body === undefined ? [] : [`    json=${inPython(body, 4)},\n`]),
    ...(isStream ? ['    stream=True,\n'] : ['    timeout=30,\n']),
  ]
  const shown = isStream ? 'for line in answer.iter_lines(decode_unicode=True):\n    print(line)' : 'print(answer.text)'
  return `import requests\n\nanswer = requests.${method.toLowerCase()}(\n${parts.join('')})\nanswer.raise_for_status()\n${shown}`
}

/** The texts of JSON are texts of Python too; its three words are not. */
function inPython(value: unknown, depth: number): string {
  const [inner, outer] = [' '.repeat(depth + 4), ' '.repeat(depth)]
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  const parts = Array.isArray(value)
    ? value.map(one => inPython(one, depth + 4))
    : Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${inPython(one, depth + 4)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return parts.length === 0
    ? `${open}${close}`
    : `${open}\n${parts.map(one => `${inner}${one},\n`).join('')}${outer}${close}`
}

function phpOf({ method, url, headers, body, isStream }: SampleRequest): string {
  const named = headers.map(([name, value]) => `        ${textOfPhp(`${name}: ${value}`)},\n`).join('')
  const options = [
    ...(method === 'GET' ? [] : [`    CURLOPT_CUSTOMREQUEST => ${textOfPhp(method)},\n`]),
    ...(named === '' ? [] : [`    CURLOPT_HTTPHEADER => [\n${named}    ],\n`]),
    ...(body === undefined ? [] : [`    CURLOPT_POSTFIELDS => json_encode(${inPhp(body, 4)}),\n`]),
    isStream ? PHP_STREAM : '    CURLOPT_RETURNTRANSFER => true,\n',
  ].join('')
  const opened = `$request = curl_init(${textOfPhp(url)});\ncurl_setopt_array($request, [\n${options}]);`
  return `<?php\n${opened}\n${isStream ? 'curl_exec($request);' : 'echo curl_exec($request);'}`
}

const PHP_STREAM = `    CURLOPT_WRITEFUNCTION => function ($request, $text) {
        echo $text;
        return strlen($text);
    },
`

const textOfPhp = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`

function inPhp(value: unknown, depth: number): string {
  const [inner, outer] = [' '.repeat(depth + 4), ' '.repeat(depth)]
  if (typeof value === 'string') return textOfPhp(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const parts = Array.isArray(value)
    ? value.map(one => inPhp(one, depth + 4))
    : Object.entries(value).map(([name, one]) => `${textOfPhp(name)} => ${inPhp(one, depth + 4)}`)
  if (parts.length === 0) return Array.isArray(value) ? '[]' : '(object) []'
  return `[\n${parts.map(one => `${inner}${one},\n`).join('')}${outer}]`
}

const indented = (text: string, spaces: number): string => text.replaceAll('\n', `\n${' '.repeat(spaces)}`)
