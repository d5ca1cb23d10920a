// `npm run sdk`: packs what sellers install into a folder, as the gateway serves it. With names it packs those alone.
import { writeDownloads } from './downloads.ts'

const [folder = '.', ...names] = process.argv.slice(2)
await writeDownloads(folder, names.length > 0 ? names : undefined)
