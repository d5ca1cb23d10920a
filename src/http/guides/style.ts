// The style of the documentation. It is part of each page and is allowed by its hash, so that nothing else is.
import { hash } from 'node:crypto'

export const BAR_STYLE = `
:root{color-scheme:light dark;--text:light-dark(#1d241f,#e6ebe8);--dim:light-dark(#5f5d55,#a3b0a8);--line:light-dark(#e8e5de,#2f3b35);
--back:light-dark(#faf9f6,#131a16);--card:light-dark(#fff,#19211d);--link:light-dark(#186343,#80c7a3);--mark:light-dark(#fff3d1,#4a3a10);--bar:3.75rem}
[data-scheme=light]{color-scheme:light}
[data-scheme=dark]{color-scheme:dark}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--text);font:1rem/1.65 'Inter Variable',Inter,ui-sans-serif,system-ui,'Segoe UI',Roboto,sans-serif}
.bar{position:sticky;top:0;z-index:20;display:flex;align-items:center;gap:.5rem 1.25rem;flex-wrap:wrap;min-height:var(--bar);padding:.5rem clamp(1rem,3vw,2rem);background:#0f3327;color:#f6f3ea;line-height:1.3}
.bar a{color:#f6f3ea;text-decoration:none;padding:.35rem 0}
.bar a:hover{text-decoration:underline;text-underline-offset:.3em}
.bar .brand{font-size:1.05rem}
.bar .brand span{opacity:.85;margin-left:.35rem}
.bar form{position:relative;flex:1 1 14rem;max-width:26rem;margin:0 auto}
.bar input{width:100%;padding:.45rem .8rem;border:1px solid #6b8f80;border-radius:8px;background:#123d2f;color:#f6f3ea;font:inherit;font-size:.95rem;color-scheme:dark}
.bar input::placeholder{color:#c4d3cb;opacity:1}
.bar nav{display:flex;align-items:center;gap:1.1rem;font-size:.95rem}
.found{position:absolute;z-index:25;top:calc(100% + .4rem);left:0;right:0;min-width:min(34rem,calc(100vw - 2rem));max-height:min(32rem,70vh);overflow-y:auto;padding:.75rem;border:1px solid var(--line);border-radius:12px;background:var(--card);color:var(--text);box-shadow:0 12px 40px #0004;line-height:1.45}
.found p{margin:0 .5rem .5rem;font-size:.9rem;color:var(--dim)}
.found .results{margin:0}
.bar .found a{color:var(--text);padding:.55rem .7rem}
.bar .found a:hover{text-decoration:none}
.results{list-style:none;margin:1.25rem 0;padding:0;display:grid;gap:.25rem}
.results a{display:block;padding:.7rem .9rem;border-radius:8px;color:var(--text);text-decoration:none}
.results a:hover,.results a:focus-visible{background:var(--line)}
.results strong{color:var(--link)}
.results .place{color:var(--dim);font-size:.86rem;margin-left:.35rem;overflow-wrap:anywhere}
.results .excerpt{display:block;font-size:.92rem;color:var(--dim);overflow-wrap:anywhere}
mark{background:var(--mark);color:inherit}
.scheme{border:0;background:none;color:inherit;font:inherit;font-size:1.15rem;line-height:1;padding:.4rem;cursor:pointer}
:focus-visible{outline:2px solid #c1850f;outline-offset:2px}
.skip{position:absolute;left:-100vw}
.skip:focus{left:1rem;top:.5rem;z-index:30;background:var(--card);color:var(--link);padding:.5rem 1rem}
@media(max-width:48em){.bar{position:static}.bar form{order:3;flex-basis:100%;max-width:none}.bar nav{margin-left:auto}.bar .brand span{display:none}}
@media print{.bar,.skip{display:none}}
`

export const GUIDE_STYLE = `${BAR_STYLE}
.page{display:grid;gap:1.5rem clamp(1.5rem,3vw,3rem);max-width:88rem;margin:0 auto;padding:1.5rem clamp(1rem,3vw,2rem) 4rem}
.pages,.contents,.menu{font-size:.92rem}
.pages{display:none}
.pages ul,.contents ul,.menu ul{list-style:none;margin:.35rem 0 1.25rem;padding:0;display:grid;gap:.1rem}
.pages a,.contents a,.menu a{display:block;padding:.28rem .6rem;border-radius:6px;color:var(--text);text-decoration:none;margin-left:-.6rem}
.pages a:hover,.contents a:hover,.menu a:hover{background:var(--line)}
.pages a[aria-current],.menu a[aria-current]{background:light-dark(#e2efe7,#20362b);color:var(--link);font-weight:600}
.contents a{color:var(--dim)}
.contents a[aria-current]{color:var(--link)}
.menu{border:1px solid var(--line);border-radius:8px;background:var(--card);padding:.6rem 1rem}
.menu summary{cursor:pointer;font-weight:600}
.menu[open] summary{margin-bottom:.75rem}
main{min-width:0;max-width:50rem}
main:focus{outline:none}
a{color:var(--link)}
h1{font-size:clamp(1.6rem,4vw,2.1rem);margin:.25rem 0 1rem;letter-spacing:-.01em}
h1,h2,h3,h4{line-height:1.25;text-wrap:balance;scroll-margin-top:calc(var(--bar) + 1rem)}
h2{margin-top:2.75rem;padding-top:1.25rem;border-top:1px solid var(--line);font-size:1.4rem}
h3{margin-top:2rem;font-size:1.12rem}
.lead{font-size:1.12rem;color:var(--dim);max-width:42rem}
.cards{list-style:none;padding:0;margin:2rem 0;display:grid;gap:1rem;grid-template-columns:repeat(auto-fill,minmax(min(100%,16rem),1fr))}
.cards a{display:block;height:100%;padding:1.1rem 1.25rem;border:1px solid var(--line);border-radius:12px;background:var(--card);text-decoration:none;color:var(--text)}
.cards a:hover{border-color:var(--link)}
.cards strong{display:block;margin-bottom:.25rem;color:var(--link);font-size:1.05rem}
.cards span{color:var(--dim);font-size:.95rem;line-height:1.5;display:block}
.code{position:relative}
.code button{position:absolute;top:.5rem;right:.5rem;border:1px solid var(--line);border-radius:6px;background:var(--back);color:var(--text);font:inherit;font-size:.8rem;padding:.15rem .6rem;cursor:pointer;opacity:0}
.code:hover button,.code button:focus-visible,.code button[data-done]{opacity:1}
@media(hover:none){.code button{opacity:1}.code pre{padding-top:2.75rem}}
pre{overflow-x:auto;padding:1rem;border:1px solid var(--line);border-radius:8px;background:var(--card);font-size:.86rem;line-height:1.5}
code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.88em;overflow-wrap:anywhere}
pre code{font-size:1em;overflow-wrap:normal}
.wide{overflow-x:auto;margin:1.25rem 0}
td:first-child code{white-space:nowrap}
table{border-collapse:collapse;font-size:.92rem}
th,td{padding:.45rem .75rem .45rem 0;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
:target{background:var(--mark)}
.neighbours{display:flex;flex-wrap:wrap;gap:1rem;margin-top:3.5rem}
.neighbours a{flex:1 1 12rem;padding:.8rem 1rem;border:1px solid var(--line);border-radius:8px;text-decoration:none;font-weight:600}
.neighbours a[rel=next]{text-align:right}
.neighbours span{display:block;font-weight:400;font-size:.86rem;color:var(--dim)}
@media(min-width:62em){.page{grid-template-columns:13rem minmax(0,1fr)}.menu{display:none}.pages{display:block;position:sticky;top:calc(var(--bar) + 1.5rem);align-self:start;max-height:calc(100vh - var(--bar) - 3rem);overflow-y:auto;padding-left:.6rem}.contents{display:none}}
@media(min-width:80em){.page{grid-template-columns:13rem minmax(0,1fr) 14rem}.contents{display:block;position:sticky;top:calc(var(--bar) + 1.5rem);align-self:start;max-height:calc(100vh - var(--bar) - 3rem);overflow-y:auto;padding-left:.6rem}}
@media(max-width:61.99em){.contents{grid-row:2;border:1px solid var(--line);border-radius:8px;background:var(--card);padding:.75rem 1rem;max-height:16rem;overflow-y:auto}.contents ul{margin-bottom:0}}
@media print{.pages,.menu,.contents,.neighbours{display:none!important}}
`

/** `hasScript`: whether the page has the script of the documentation, which asks for what a search has found. */
export const guidePolicy = (hasScript: boolean): string =>
  [
    "default-src 'none'",
    ...(hasScript ? ["script-src 'self'", "connect-src 'self'"] : []),
    `style-src 'sha256-${hash('sha256', GUIDE_STYLE, 'base64')}'`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
