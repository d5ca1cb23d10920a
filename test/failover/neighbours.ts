// A second gateway process of the same installation, as on another host: its own data folder with the same keys, its own way to the database.
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Opened, openGateway, type Place, temporaryFolder } from '../process/scene.ts'

export async function openNeighbour(resources: AsyncDisposableStack, first: Opened, place: Place): Promise<Opened> {
  const dataDir = await temporaryFolder(resources, 'neighbour')
  for (const file of ['secrets.json', 'demo.json']) await copyFile(join(first.dataDir, file), join(dataDir, file))
  const neighbour = await openGateway(resources, { bankUrl: first.bankUrl, ...place, dataDir })
  // The demo's sheet names the address of the first.
  const url = /Gateway\s+(http:\S+)/.exec(neighbour.output())?.[1] ?? neighbour.url
  return { ...neighbour, url }
}
