/**
 * The stylesheet of all pages. Colours, spacing, type and radii are variables; light and dark follow the system, or
 * `data-theme` on the root.
 */
export const STYLE = `:root{color-scheme:light dark;
--accent:light-dark(#0b5a8a,#8ecbf2);--on-accent:light-dark(#fff,#06283d);--paper:light-dark(#fff,#121212);--raised:light-dark(#f4f6f8,#1d1f21);--ink:light-dark(#1a1a1a,#ececec);--quiet:light-dark(#545b62,#b3b9bf);--line:light-dark(#c3c8cd,#4a4f54);--edge:light-dark(#6a7178,#9aa1a8);
--danger:light-dark(#a4161a,#ff9b9b);--on-danger:light-dark(#fff,#3d0607);--good:light-dark(#1c6b32,#8fdca4);--warn:light-dark(#7a4d00,#ffcf70);
--gap-xs:.25rem;--gap-s:.5rem;--gap:1rem;--gap-l:2rem;--radius:.25rem;--small:.875rem;--large:1.25rem;--huge:1.625rem;--font:1rem/1.5 system-ui,sans-serif}
:root[data-theme=light]{color-scheme:light}
:root[data-theme=dark]{color-scheme:dark}
*{box-sizing:border-box}
body{margin:0 auto;max-width:75rem;padding:0 var(--gap) var(--gap-l);font:var(--font);background:var(--paper);color:var(--ink)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
main:focus{outline:none}
.hidden{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;inset-inline-start:var(--gap);inset-block-start:-4rem;padding:var(--gap-s) var(--gap);background:var(--accent);color:var(--on-accent);z-index:2}
.skip:focus{inset-block-start:0}
.page-header,footer{display:flex;flex-wrap:wrap;align-items:center;gap:var(--gap-s) var(--gap)}
.page-header{border-block-end:1px solid var(--line);padding-block:var(--gap-s);margin-block-end:var(--gap)}
.page-header ul,footer ul,.breadcrumb ol,.bar ul,.sections ul{display:flex;flex-wrap:wrap;gap:var(--gap-xs) var(--gap);list-style:none;margin:0;padding:0}
.brand{font-weight:700;margin:0}
.brand a{color:inherit;text-decoration:none}
.page-header nav a{display:inline-block;padding:var(--gap-xs) 0}
.page-header a[aria-current]{font-weight:700;border-block-end:3px solid var(--accent)}
.person{display:flex;flex-wrap:wrap;align-items:center;gap:var(--gap-s) var(--gap);margin-inline-start:auto}
.site-search{display:flex;gap:var(--gap-xs)}
.site-search input{inline-size:12rem}
footer{justify-content:space-between;margin-block-start:3rem;padding-block-start:var(--gap);border-block-start:1px solid var(--line);font-size:var(--small)}
footer a{display:inline-block;padding:var(--gap-xs) 0;min-block-size:1.5rem}
footer a[aria-current]{font-weight:700}
.sections{margin-block-end:var(--gap)}
.sections a{display:inline-block;min-block-size:1.5rem;white-space:nowrap}
.sections a[aria-current]{font-weight:700;color:inherit}
.breadcrumb{font-size:var(--small)}
.breadcrumb li+li::before{content:"/";color:var(--quiet);margin-inline-end:var(--gap)}
.breadcrumb a{display:inline-block;min-block-size:1.5rem}
h1{font-size:var(--huge);margin-block:var(--gap-s) var(--gap);line-height:1.25}
h2{font-size:var(--large);margin-block:var(--gap-l) var(--gap-s)}
h3{font-size:1rem;margin-block:var(--gap) var(--gap-xs)}
h1,h2,h3,a,code,dd,td,th,li,p{overflow-wrap:anywhere}
a{color:var(--accent)}
p{max-width:65ch}
.quiet,small{color:var(--quiet);font-size:var(--small)}
.good{color:var(--good)}
.warn{color:var(--warn)}
.danger{color:var(--danger)}
label,legend{display:block;margin-block-start:var(--gap);font-weight:600}
fieldset{border:1px solid var(--line);border-radius:var(--radius);margin:var(--gap) 0 0;padding:0 var(--gap) var(--gap);min-inline-size:0}
fieldset label{display:flex;gap:var(--gap-s);align-items:baseline;font-weight:400;margin-block-start:var(--gap-s)}
fieldset .field>label{display:block;font-weight:600}
.field{max-inline-size:40rem}
.hint,.field-error{margin:0;font-size:var(--small)}
.hint{color:var(--quiet)}
.field-error{color:var(--danger);font-weight:600}
input:not([type=checkbox],[type=radio]),select,textarea{inline-size:100%;padding:var(--gap-s);font:inherit;color:inherit;background:var(--paper);border:1px solid var(--edge);border-radius:var(--radius)}
textarea{min-block-size:8rem}
input[type=checkbox],input[type=radio]{inline-size:1.25rem;block-size:1.25rem;flex:none}
[aria-invalid=true]{border-color:var(--danger)!important;border-width:2px!important}
input,button,progress{accent-color:var(--accent)}
button,.button{display:inline-flex;align-items:center;justify-content:center;margin-block-start:var(--gap);padding:var(--gap-s) var(--gap);min-block-size:2.25rem;font:inherit;line-height:1.25;cursor:pointer;text-decoration:none;border:2px solid var(--accent);border-radius:var(--radius);background:var(--accent);color:var(--on-accent)}
button.other,.button.other{background:none;border-color:var(--edge);color:inherit}
button.danger,.button.danger{background:var(--danger);border-color:var(--danger);color:var(--on-danger)}
.button{overflow-wrap:normal}
button+button,button+.button,.button+button,.button+.button{margin-inline-start:var(--gap-s)}
.page-header button,td button,td .button,.bar button,.bar .button,.filters button,.filters .button{margin-block:0;padding:var(--gap-xs) .75rem}
.bar{display:flex;flex-wrap:wrap;gap:var(--gap-s);margin-block:var(--gap);align-items:center}
.bar form{display:inline}
.bar>*+*{margin-inline-start:0!important}
.filters{display:flex;flex-wrap:wrap;gap:var(--gap-s) var(--gap);align-items:end;margin-block:var(--gap);padding:var(--gap-s) var(--gap) var(--gap);background:var(--raised);border-radius:var(--radius)}
.filters .field{flex:1 1 11rem;max-inline-size:18rem}
.filters label{margin-block-start:var(--gap-xs);font-size:var(--small)}
.notice,[role=alert]{border-inline-start:.375rem solid var(--accent);padding:var(--gap-s) var(--gap);background:var(--raised);margin-block:var(--gap)}
[role=alert]{border-color:var(--danger)}
.notice.good{border-color:var(--good);color:inherit}
.notice.warn{border-color:var(--warn);color:inherit}
dl.facts{display:grid;grid-template-columns:minmax(8rem,max-content) 1fr;gap:var(--gap-xs) var(--gap);margin:var(--gap) 0}
dt{font-weight:600}
dd{margin:0 0 var(--gap-s)}
dl.facts dd{margin:0}
.figures{display:flex;flex-wrap:wrap;gap:var(--gap);list-style:none;padding:0}
.figures li{flex:1 1 12rem;padding:var(--gap);border:1px solid var(--line);border-radius:var(--radius)}
.figures strong{display:block;font-size:var(--huge)}
.wide{overflow-x:auto;border:1px solid var(--line);border-radius:var(--radius)}
table{border-collapse:collapse;min-inline-size:100%}
caption{text-align:start;padding:var(--gap-s) .75rem;font-weight:600}
h2+.wide caption{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%)}
th,td{padding:var(--gap-s) .75rem;text-align:start;vertical-align:middle}
th.number,td.number{text-align:end;font-variant-numeric:tabular-nums;white-space:nowrap}
thead th{white-space:nowrap;background:var(--raised)}
tbody th{min-inline-size:8rem;font-weight:600}
th strong{display:block;font-size:var(--small)}
tbody tr,tfoot tr{border-block-start:1px solid var(--line)}
tfoot{font-weight:600}
td a,th a{display:inline-block;min-block-size:1.5rem}
.pages{display:flex;flex-wrap:wrap;gap:var(--gap-s) var(--gap);align-items:center;margin-block:var(--gap)}
.preview{inline-size:100%;block-size:36rem;border:1px solid var(--line);border-radius:var(--radius);background:#fff}
img.preview{block-size:auto;inline-size:auto;max-inline-size:100%;max-block-size:36rem}
.passage{white-space:pre-line}
pre{overflow:auto;padding:var(--gap);background:var(--raised);border-radius:var(--radius);max-block-size:36rem}
mark{background:light-dark(#fff0a8,#5c4b00);color:var(--ink)}
.items{list-style:none;padding:0}
.items li{padding:var(--gap-s) 0;border-block-start:1px solid var(--line)}
.items a{display:inline-block;padding:var(--gap-xs) 0}
.items small{display:block}
.drop{padding:var(--gap);border:2px dashed var(--edge);border-radius:var(--radius)}
.dropping{outline:4px dashed var(--accent);outline-offset:-4px}
progress{inline-size:100%;max-inline-size:30rem;block-size:1.25rem}
.columns{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(24rem,100%),1fr));gap:var(--gap-l)}
svg.plot{inline-size:100%;block-size:auto;max-inline-size:48rem}
@media (max-width:40rem){
.wide{overflow:visible;border:0}
table,tbody,tfoot,tr,tbody th,td,caption{display:block;min-inline-size:0}
thead{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%)}
tbody tr{padding:.75rem 0}
tbody th,td{padding:var(--gap-xs) 0}
td.number{text-align:start}
td[data-head]::before{content:attr(data-head);display:block;font-size:var(--small);font-weight:600}
dl.facts{display:block}
dl.facts dd{margin-block-end:var(--gap-s)}
.person{margin-inline-start:0}
.site-search{flex:1 1 100%;min-inline-size:0}
.site-search input{inline-size:auto;min-inline-size:0;flex:1}
}
@media print{
.page-header,footer,.breadcrumb,.sections,.bar,.filters,.pages,button,.skip{display:none}
body{max-width:none;padding:0;color:#000;background:#fff}
a{color:inherit;text-decoration:none}
.wide{overflow:visible;border:0}
tr{break-inside:avoid}
thead{display:table-header-group}
}`;

/** The path of the stylesheet; another style has another path, so that browsers may keep it. */
export const STYLE_PATH: string = `/assets/cartulary-${contentVersion(STYLE)}.css`;

/** Returns eight characters that change with a text: a name for caches, not a proof. */
export function contentVersion(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}
