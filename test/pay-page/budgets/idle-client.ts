// Opens the streams of buyers that it is sent the addresses of, and holds them until its parent goes.
import { Agent, get } from 'node:http'

const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY })
const AT_ONCE = 50

/** Answers when the stream has said something. */
const isOpened = (address: string) =>
  new Promise<boolean>(answered => {
    get(address, { agent }, response => {
      let text = ''
      response.setEncoding('utf8').on('data', (more: string) => {
        text += more
        if (text.includes('event: ready')) answered(true)
      })
      if (response.statusCode !== 200) answered(false)
    }).once('error', () => answered(false))
  })

process.on('message', async (addresses: string[]) => {
  let opened = 0
  for (let n = 0; n < addresses.length; n += AT_ONCE) {
    const answers = await Promise.all(addresses.slice(n, n + AT_ONCE).map(isOpened))
    opened += answers.filter(Boolean).length
  }
  process.send?.(opened)
})
process.on('disconnect', () => process.exit(0))
process.send?.('there')
