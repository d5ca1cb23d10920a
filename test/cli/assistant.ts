// An assistant's program on the other end of `porteira mcp`: it starts the server and speaks the Model Context Protocol over its standard
// streams, a message a line, as the revision 2026-07-28 has it. Everything that the server ever wrote is kept.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { BIN } from './seller.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read what they were answered
type Message = any

export const REVISION = '2026-07-28'

export interface Called {
  isError: boolean
  text: string
  /** What the gateway answered, behind the words around it. */
  value: Message
}

export interface Assistant extends AsyncDisposable {
  request(method: string, params?: object): Promise<Message>
  /** With nothing added to it. */
  requestPlain(method: string, params?: object): Promise<Message>
  call(name: string, input?: object): Promise<Called>
  tools(): Promise<Message[]>
  written(): string
  /** Closes its end, as a program does that is done. */
  leave(): Promise<number | null>
}

export function openAssistant(args: string[], env: Record<string, string>): Assistant {
  const child = spawn(process.execPath, [BIN, 'mcp', ...args], {
    env: { PATH: process.env.PATH ?? '', NO_COLOR: '1', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const waiting = new Map<number, (message: Message) => void>()
  let written = ''
  let lastId = 0
  createInterface({ input: child.stdout }).on('line', line => {
    written += `${line}\n`
    const message = JSON.parse(line)
    waiting.get(message.id)?.(message)
  })
  child.stderr.setEncoding('utf8').on('data', data => {
    written += data
  })
  const requestPlain = (method: string, params: object = {}): Promise<Message> => {
    const id = ++lastId
    const answer = new Promise<Message>((done, fail) => {
      waiting.set(id, done)
      void ended.then(code => fail(new Error(`the server ended with ${code}: ${written}`)))
    })
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    return answer
  }
  const request = (method: string, params: object = {}) => requestPlain(method, { ...params, _meta: META })
  return {
    request,
    requestPlain,
    async call(name, input = {}) {
      const { result, error } = await request('tools/call', { name, arguments: input })
      assert.equal(error, undefined)
      const text = result.content[0].text as string
      const at = text.indexOf('\n{')
      return { isError: result.isError, text, value: at < 0 || result.isError ? null : JSON.parse(text.slice(at)) }
    },
    tools: async () => (await request('tools/list')).result.tools,
    written: () => written,
    leave() {
      child.stdin.end()
      return ended
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      await ended
    },
  }
}

const META = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
}
