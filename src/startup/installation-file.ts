// What this machine remembers of the database that it works on: DATA_DIR/installation.json, outside of the database, so
// that an older copy in its place is recognised.
import { join } from 'node:path'
import { readFileWithCreationTime, replaceFileWithCreationTime } from '#config/private-file.ts'
import { makeFolder } from '#db/embedded/home.ts'
import { type InstallationFile, installationIn, installationText } from '#recovery/installation.ts'

export function installationFileIn(dataDir: string): InstallationFile {
  const file = join(dataDir, 'installation.json')
  return {
    async read() {
      const found = await readFileWithCreationTime(file)
      return found === null ? null : installationIn(found.text, found.birth)
    },
    async write(seen) {
      await makeFolder(dataDir)
      await replaceFileWithCreationTime(file, madeAt => installationText(seen, madeAt))
    },
  }
}
