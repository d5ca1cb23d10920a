// A farm's gate in the evening, drawn with a few lines. The land goes on below it, in the colour of the page's side.
import classes from './access.module.css'

export function Gate() {
  return (
    <svg viewBox="0 0 480 300" className={classes.gate} aria-hidden="true" focusable="false">
      <title>Porteira</title>
      <circle cx="338" cy="104" r="44" fill="#f2c14e" />
      <path d="M0 176c70-38 138-46 214-22s160 20 266-24v170H0z" fill="#123f30" />
      <path d="M0 214c96-28 170-22 250-8s158 8 230-12v106H0z" fill="#0b281e" />
      <path d="M168 300c18-30 46-56 92-78l20-6c-24 20-34 48-36 84z" fill="#c9a25b" opacity="0.45" />
      <g stroke="#f6f3ea" strokeWidth="8" strokeLinecap="round" fill="none">
        <path d="M112 116v150M368 116v150" strokeWidth="12" />
        <path d="M112 146h256M112 180h256M112 214h256M112 248h256" />
        <path d="M114 246 366 148" />
      </g>
    </svg>
  )
}
