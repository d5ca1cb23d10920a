// Starts the embedded server as a gateway of its own would, reports its address, and waits to be killed. Arguments: the data folder, and
// the shelf for root's clusters.
import { startEmbedded } from '#db/embedded/embedded.ts'

const [dataDir = '', rootShelf = ''] = process.argv.slice(2)
const { pid, folder, connection } = await startEmbedded({ dataDir, rootShelf })
process.stdout.write(`${JSON.stringify({ pid, folder, connection })}\n`)
setInterval(() => {}, 60_000)
