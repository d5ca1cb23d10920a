// All guides in both languages, read and rendered once, when the first reader comes. What has no Portuguese yet is shown in English.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { GUIDE_NAMES, type GuideName, LANGUAGES, type Language } from './catalogue.ts'
import { anchorsIn, type RenderedGuide, renderGuide } from './html.ts'

export interface Guide extends RenderedGuide {
  name: GuideName
  markdown: string
  /** The language that it is in, which may not be the one that was asked for. */
  language: Language
}

export type Library = Record<Language, Record<GuideName, Guide>>

/** `folder`: where the Markdown lies. A file that cannot be read now is tried again by the next reader. */
export function openLibrary(folder: string): () => Promise<Library> {
  let library: Promise<Library> | null = null
  return () => {
    library ??= readLibrary(folder).catch(error => {
      library = null
      throw error
    })
    return library
  }
}

interface Texts {
  en: string
  pt: string | null
}

async function readLibrary(folder: string): Promise<Library> {
  const read = async (name: GuideName): Promise<[GuideName, Texts]> => {
    const [en, pt] = await Promise.all([
      readFile(join(folder, `${name}.md`), 'utf8'),
      readFile(join(folder, 'pt', `${name}.md`), 'utf8').catch(ifMissing),
    ])
    return [name, { en, pt }]
  }
  const texts = Object.fromEntries(await Promise.all(GUIDE_NAMES.map(read))) as Record<GuideName, Texts>
  const all = LANGUAGES.map(language => [language, inLanguage(language, texts)])
  return Object.fromEntries(all) as Library
}

function ifMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

function inLanguage(wanted: Language, texts: Record<GuideName, Texts>): Record<GuideName, Guide> {
  const shared = new Map(GUIDE_NAMES.map(name => [name as string, sharedAnchors(texts[name])]))
  const guides = GUIDE_NAMES.map(name => {
    const { en, pt } = texts[name]
    const language = wanted === 'pt' && pt !== null ? 'pt' : 'en'
    const markdown = language === 'pt' && pt !== null ? pt : en
    const rendered = renderGuide(markdown, {
      guides: GUIDE_NAMES,
      base: `/docs/${wanted}`,
      anchorOf: (guide, own) => shared.get(guide ?? name)?.get(own) ?? own,
    })
    return [name, { ...rendered, name, markdown, language }]
  })
  return Object.fromEntries(guides) as Record<GuideName, Guide>
}

/** The anchor of each Portuguese heading -> that of the same heading in English. Where the two differ in number, each keeps its own. */
function sharedAnchors({ en, pt }: Texts): Map<string, string> {
  if (pt === null) return new Map()
  const [english, portuguese] = [anchorsIn(en), anchorsIn(pt)]
  if (english.length !== portuguese.length) return new Map()
  return new Map(portuguese.map((anchor, n) => [anchor, english[n] ?? anchor]))
}
