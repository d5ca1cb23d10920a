// The style of the guides. It is part of the page itself and is allowed by its hash, so that nothing else is.
import { hash } from 'node:crypto'

export const GUIDE_STYLE = `
:root{color-scheme:light dark;--text:light-dark(#1d241f,#e6ebe8);--dim:light-dark(#5f5d55,#a3b0a8);--line:light-dark(#e8e5de,#2f3b35);
--back:light-dark(#faf9f6,#131a16);--card:light-dark(#fff,#19211d);--link:light-dark(#186343,#80c7a3)}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--text);font:1rem/1.65 'Inter Variable',Inter,ui-sans-serif,system-ui,'Segoe UI',Roboto,sans-serif}
header{background:#0f3327;color:#f6f3ea}
header nav{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;max-width:72rem;margin:0 auto;padding:.9rem 1.25rem}
header a{color:#f6f3ea;text-decoration:none;padding:.25rem 0}
header a:hover,header a[aria-current]{text-decoration:underline;text-underline-offset:.3em}
header a:last-child{margin-left:auto}
.page{display:grid;gap:2rem;max-width:72rem;margin:0 auto;padding:1.5rem 1.25rem 4rem}
.contents{font-size:.92rem}
.contents ul{list-style:none;margin:.5rem 0 0;padding:0;display:grid;gap:.15rem}
.contents a{display:block;padding:.2rem 0}
main{min-width:0;max-width:46rem}
a{color:var(--link)}
h1,h2,h3{line-height:1.25;text-wrap:balance;scroll-margin-top:1rem}
h2{margin-top:2.5rem;padding-top:1.25rem;border-top:1px solid var(--line)}
pre{overflow-x:auto;padding:1rem;border:1px solid var(--line);border-radius:8px;background:var(--card);font-size:.86rem;line-height:1.5}
code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.88em;overflow-wrap:anywhere}
pre code{font-size:1em;overflow-wrap:normal}
.wide{overflow-x:auto;margin:1.25rem 0}
td:first-child code{white-space:nowrap}
table{border-collapse:collapse;font-size:.92rem}
th,td{padding:.45rem .75rem .45rem 0;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
:target{background:light-dark(#fff3d1,#33290f)}
:focus-visible{outline:2px solid #c1850f;outline-offset:2px}
@media(min-width:62em){.page{grid-template-columns:15rem minmax(0,1fr)}.contents{position:sticky;top:1.5rem;align-self:start;max-height:calc(100vh - 3rem);overflow-y:auto}}
@media print{header,.contents{display:none}}
`

export const GUIDE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', GUIDE_STYLE, 'base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
