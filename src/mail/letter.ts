// A letter and its two forms: plain text, and HTML that every mail program shows. Names come from people and are escaped; a
// letter has one link at most, and nothing in it is fetched from anywhere.

export interface Letter {
  subject: string
  /** The person, or nobody by name. */
  greeting: string
  paragraphs: string[]
  link?: { says: string; url: string }
  /** Below the link: for how long it opens, and what to do where nobody has asked for it. */
  notes: string[]
}

export function textOf({ greeting, paragraphs, link, notes }: Letter): string {
  const parts = [greeting, ...paragraphs, ...(link === undefined ? [] : [`${link.says}:\n${link.url}`]), ...notes]
  return `${parts.join('\n\n')}\n`
}

export function htmlOf(letter: Letter, language: string): string {
  const { subject, greeting, paragraphs, link, notes } = letter
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f4f4f2;font-family:system-ui,-apple-system,'Segoe UI',sans-serif;color:#1d1d1b">
<div style="max-width:520px;margin:0 auto;padding:28px;background:#ffffff;border-radius:8px;font-size:16px;line-height:1.5">
${[greeting, ...paragraphs].map(text => `<p style="margin:0 0 16px">${escaped(text)}</p>`).join('\n')}
${link === undefined ? '' : linkIn(link)}
${notes.map(text => `<p style="margin:0 0 8px;font-size:14px;color:#5c5c58">${escaped(text)}</p>`).join('\n')}
</div>
</body>
</html>
`
}

/** The address stands there in full as well: not every program shows where a button leads. */
function linkIn({ says, url }: NonNullable<Letter['link']>): string {
  const address = escaped(url)
  return `<p style="margin:24px 0 12px"><a href="${address}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#1b5e3a;color:#ffffff;text-decoration:none;font-weight:600">${escaped(says)}</a></p>
<p style="margin:0 0 20px;font-size:13px;word-break:break-all"><a href="${address}" style="color:#1b5e3a">${address}</a></p>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escaped = (text: string) => text.replaceAll(/[&<>"']/g, character => ENTITIES[character] ?? character)
