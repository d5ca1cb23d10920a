// A mail server that keeps what it is sent and refuses as the test says. It speaks as much SMTP as a client needs.
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

export interface Received {
  from: string
  to: string
  data: string
}

export interface SmtpServer extends AsyncDisposable {
  port: number
  received: Received[]
  /** What was said by clients, line by line, without the mails. */
  commands: string[]
  /** The answer to the next command of this name; `.` is the end of a mail. */
  refuse(command: string, answer: string): void
}

/** What each command is answered where nothing else was said. */
const ANSWERS: Record<string, string> = {
  EHLO: '250-mail.test\r\n250-AUTH PLAIN\r\n250 8BITMIME',
  AUTH: '235 welcome',
  STARTTLS: '454 not here',
  DATA: '354 go on',
  '.': '250 taken',
  QUIT: '221 bye',
}

export async function openSmtpServer(): Promise<SmtpServer> {
  const received: Received[] = []
  const message: string[] = []
  const refusals = new Map<string, string>()
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    converse(socket)
  })

  function answerTo(command: string): { line: string; accepted: boolean } {
    const refusal = refusals.get(command)
    refusals.delete(command)
    return { line: refusal ?? ANSWERS[command] ?? '250 ok', accepted: refusal === undefined }
  }

  function converse(socket: Socket): void {
    let rest = ''
    let mail: Received = { from: '', to: '', data: '' }
    let inData = false

    function take(line: string): void {
      if (inData && line !== '.') mail.data += `${line}\n`
      else obey(inData ? '.' : (line.split(/[ :]/)[0] ?? '').toUpperCase(), line)
    }

    function obey(command: string, line: string): void {
      message.push(line)
      const { line: answer, accepted } = answerTo(command)
      if (command === 'MAIL') mail = { from: addressIn(line), to: '', data: '' }
      if (command === 'RCPT') mail.to = addressIn(line)
      if (command === '.' && accepted) received.push(mail)
      inData = command === 'DATA' && accepted
      socket.write(`${answer}\r\n`)
    }

    socket.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) take(line)
    })
    socket.write('220 mail.test\r\n')
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as { port: number }).port,
    received,
    commands: message,
    refuse: (command, answer) => void refusals.set(command, answer),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

const addressIn = (line: string) => /<([^>]*)>/.exec(line)?.[1] ?? ''
