// What a gateway process is to the one that started it, without a gateway: it opens, and answers as long as it lives. Its sandboxUrl says
// how it behaves: "silent" reads nothing any more once it is open; any other is a folder in which it notes that it was begun, and it opens
// only when it is told to leave, as one does that is told at the last moment.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ordersOfParent, reportOpen } from '#cluster/child.ts'

const toLeave = Promise.withResolvers<void>()
const { slot, sandboxUrl } = await ordersOfParent(toLeave.resolve)
const isSilent = sandboxUrl === 'silent'
const folder = isSilent ? null : sandboxUrl
if (folder !== null) writeFileSync(join(folder, `slot-${slot}`), '')
if (folder !== null && slot === 0) await toLeave.promise
reportOpen({ greeting: 'open', port: 1 })
// The message has to be out first.
if (isSilent) setTimeout(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0), 20)
await toLeave.promise
setTimeout(() => process.exit(0), 20)
