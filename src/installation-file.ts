// What this machine remembers of the database that it works on: DATA_DIR/installation.json, outside of the database, so
// that an older copy in its place is recognised.
import { join } from 'node:path'
import { makeFolder } from '#db/embedded-home.ts'
import { type InstallationFile, installationIn, installationText } from '#recovery/installation.ts'
import { readIfThere, replacePrivateFile } from './private-file.ts'

export function installationFileIn(dataDir: string): InstallationFile {
  const file = join(dataDir, 'installation.json')
  return {
    read: async () => installationIn(await readIfThere(file)),
    async write(seen) {
      await makeFolder(dataDir)
      await replacePrivateFile(file, installationText(seen))
    },
  }
}
