// A look as the members of its account read it, and as its owners write it.
import { Type } from 'typebox'
import { orNull, PrintableName, PrintableText } from '#http/schema.ts'
import { textColourOn } from '#kernel/brand-colour.ts'
import { LANGUAGES } from '#kernel/language.ts'
import { type Look, logoPathOf } from './look.ts'

export const LookBody = Type.Object(
  {
    name: orNull(PrintableName(60)),
    color: orNull(PrintableText({ maxLength: 7, description: 'Such as #1a7f5a; the text on it is black or white' })),
    thankYou: orNull(PrintableText({ maxLength: 500 })),
    language: orNull(Type.Enum([...LANGUAGES])),
  },
  { additionalProperties: false },
)

export const lookForm = ({ name, color, thankYou, language, logo }: Look) => ({
  name,
  color,
  textColor: color === null ? null : textColourOn(color),
  thankYou,
  language,
  logo: logo === null ? null : { url: logoPathOf(logo), width: logo.width, height: logo.height },
})
