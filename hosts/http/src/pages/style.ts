/** The one style of all pages: nothing is loaded for it, and the policy knows it by its digest. */
export const STYLE = `:root{color-scheme:light dark;--accent:#0b5a8a;--on-accent:#fff;--line:#8888;--paper:#fff}
@media (prefers-color-scheme:dark){:root{--accent:#8ecbf2;--on-accent:#06283d;--paper:#121212}}
body{margin:0 auto;max-width:48rem;padding:1.5rem;font:1rem/1.5 system-ui,sans-serif;background:var(--paper)}
header,footer{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:center;gap:.5rem 1rem}
header{border-block-end:1px solid var(--line)}
header p{font-weight:600}
footer{margin-block-start:3rem;padding-block-start:1rem;border-block-start:1px solid var(--line);font-size:.875rem}
footer ul{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;list-style:none;margin:0;padding:0}
h1{font-size:1.5rem}
h2{font-size:1.25rem;margin-block-start:2rem}
label,legend{display:block;margin-top:1rem;font-weight:600}
fieldset{border:1px solid var(--line);border-radius:.25rem;margin-top:1rem}
fieldset label{display:flex;gap:.5rem;align-items:baseline;font-weight:400}
input:not([type=checkbox],[type=radio]){box-sizing:border-box;width:100%;padding:.5rem;font:inherit}
input,button{accent-color:var(--accent)}
button{margin-top:1rem;padding:.5rem 1rem;font:inherit;cursor:pointer;border:2px solid var(--accent);border-radius:.25rem;background:var(--accent);color:var(--on-accent)}
button.other{background:none;border-color:currentColor;color:inherit}
button+button{margin-inline-start:.75rem}
header button,td button{margin:0;padding:.25rem .75rem}
[role=alert]{border-inline-start:.25rem solid;padding-inline-start:1rem}
h1,a,code,dd{overflow-wrap:anywhere}
a{color:var(--accent)}
dt{font-weight:600}
dd{margin:0 0 .5rem}
.wide{overflow-x:auto;border:1px solid var(--line);border-radius:.25rem}
table{border-collapse:collapse;min-width:100%}
th,td{padding:.5rem .75rem;text-align:start;vertical-align:middle}
thead th,td:last-child{white-space:nowrap}
tbody th{min-width:8rem;overflow-wrap:anywhere}
td{min-width:4rem}
th strong{display:block;font-size:.875rem}
tbody tr{border-block-start:1px solid var(--line)}
tr>:last-child{position:sticky;inset-inline-end:0;background:var(--paper);box-shadow:-1px 0 var(--line)}
@media (max-width:40rem){
body{padding:1rem}
.wide{overflow:visible;border:0}
table,tbody,tr,tbody th,td{display:block;min-width:0;overflow-wrap:anywhere}
thead{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%)}
tbody tr{padding:.75rem 0}
tbody th,td{padding:.25rem 0}
td[data-head]:not(:last-child)::before{content:attr(data-head);display:block;font-size:.875rem;font-weight:600}
tr>:last-child{position:static;box-shadow:none}
td button{margin-block-start:.25rem;padding:.5rem 1rem}
}
.passage{white-space:pre-line;overflow-wrap:anywhere}
.items{list-style:none;padding:0}
.items li{padding:.5rem 0;border-block-start:1px solid var(--line)}
.items a{display:block;padding:.25rem 0}
.items small{display:block}`;
