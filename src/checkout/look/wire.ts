// A look as the members of its account read it, and as its owners write it.
import { type Static, Type } from 'typebox'
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

export const LookSchema = Type.Object({
  name: orNull(Type.String(), { description: 'null: that of the account' }),
  color: orNull(Type.String(), { description: 'Such as #1a7f5a; null: that of the gateway' }),
  textColor: orNull(Type.String(), { description: 'Of the text on it: black or white' }),
  thankYou: orNull(Type.String()),
  language: orNull(Type.Enum([...LANGUAGES])),
  logo: orNull(
    Type.Object({
      url: Type.String({ description: 'Its path' }),
      width: Type.Integer({ description: 'In pixels' }),
      height: Type.Integer({ description: 'In pixels' }),
    }),
  ),
})

export type LookForm = Static<typeof LookSchema>

export const lookForm = ({ name, color, thankYou, language, logo }: Look): LookForm => ({
  name,
  color,
  textColor: color === null ? null : textColourOn(color),
  thankYou,
  language,
  logo: logo === null ? null : { url: logoPathOf(logo), width: logo.width, height: logo.height },
})
