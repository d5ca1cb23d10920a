// A look as the members of its account read it.
import { textColourOn } from '#kernel/brand-colour.ts'
import { type Look, logoPathOf } from './look.ts'

export const lookForm = ({ name, color, thankYou, language, logo }: Look) => ({
  name,
  color,
  textColor: color === null ? null : textColourOn(color),
  thankYou,
  language,
  logo: logo === null ? null : { url: logoPathOf(logo), width: logo.width, height: logo.height },
})
