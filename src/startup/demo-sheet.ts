// What a newcomer needs to try the demo, kept in DATA_DIR/demo.json for them and their scripts. The private key stands
// nowhere else, so a later start takes it over from here.
import { join } from 'node:path'
import { readIfThere, replacePrivateFile } from '#config/private-file.ts'
import type { DemoSheet } from '#demo/seed.ts'

function demoSheetFile(dataDir: string): string {
  return join(dataDir, 'demo.json')
}

export async function writeDemoSheet(dataDir: string, sheet: DemoSheet): Promise<void> {
  await replacePrivateFile(demoSheetFile(dataDir), `${JSON.stringify(sheet, null, 2)}\n`)
}

/** Null when there is none, or what is there is no sheet. */
export async function readDemoSheet(dataDir: string): Promise<DemoSheet | null> {
  const text = await readIfThere(demoSheetFile(dataDir))
  try {
    const sheet = JSON.parse(text ?? 'null')
    return typeof sheet?.privateKey === 'string' ? sheet : null
  } catch {
    return null
  }
}
