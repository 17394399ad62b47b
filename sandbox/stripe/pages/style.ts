/** The one stylesheet of the hosted pages. */
export const STYLE = `
@view-transition{navigation:auto}
:root{color-scheme:light dark;--paper:#faf8f4;--card:#fff;--ink:#26231d;--soft:#635d52;--line:#d9d2c5;--field:#8b8474;
--go:#23573a;--go-ink:#fff;--note:#fff4d6;--note-ink:#5c4300;--bad:#a3211b;--bad-paper:#fdeceb}
@media (prefers-color-scheme:dark){:root{--paper:#191814;--card:#23211c;--ink:#f1ede4;--soft:#b5ad9e;--line:#3d3931;--field:#8b8474;
--go:#8fd1a8;--go-ink:#10261a;--note:#3a2f12;--note-ink:#ffe3a0;--bad:#ff9d95;--bad-paper:#3a1d1b}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.sandbox{background:var(--note);color:var(--note-ink);padding:12px 16px}
.sandbox>*{max-width:480px;margin:0 auto}
.sandbox summary{min-height:44px;display:flex;align-items:center;cursor:pointer;gap:8px;font-weight:600}
.sandbox summary::before{content:"▸"}.sandbox details[open] summary::before{content:"▾"}
.sandbox dl{display:grid;grid-template-columns:auto 1fr;gap:4px 16px;margin:0 0 8px;font-size:14px}
.sandbox dd,.sandbox p{margin:0}.sandbox details p{font-size:14px}
main{max-width:512px;margin:0 auto;padding:24px 16px 48px}
h1{font-size:24px;line-height:1.25;margin:0 0 4px}h2{font-size:18px;margin:32px 0 8px}
p{margin:0 0 16px}.soft{color:var(--soft)}
.amount{font-size:36px;line-height:1.2;font-weight:650;margin:0 0 16px}
.card{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:16px;margin:0 0 16px}
.card:has(>.rows){padding:4px 16px}.rows{width:100%;border-collapse:collapse}
.rows th,.rows td{padding:10px 0;border-top:1px solid var(--line);text-align:left;vertical-align:top;font-weight:400}
.rows tbody tr:first-child>*{border-top:0}.rows th{color:var(--soft);padding-right:16px}
.rows td:last-child{text-align:right}.rows tfoot>tr>*{font-weight:650;color:inherit}
fieldset{border:0;padding:0;margin:0 0 8px;min-width:0}legend{padding:0;font-weight:600;margin-bottom:8px}
.field{display:block;margin:0 0 16px}.field>span{display:block;font-weight:600;margin-bottom:4px}
input:not([type=radio]){width:100%;min-height:44px;padding:8px 12px;font:inherit;color:inherit;background:var(--card);border:1px solid var(--field);border-radius:10px}
.pair{display:grid;align-items:end;grid-template-columns:1fr 1fr;gap:16px}
.choice{position:absolute;opacity:0}
.choice+label{display:inline-flex;align-items:center;justify-content:center;min-height:44px;padding:8px 16px;border:1px solid var(--field);border-radius:10px;margin:0 8px 16px 0;cursor:pointer;font-weight:600}
.choice:checked+label{border-color:var(--go);box-shadow:inset 0 0 0 1px var(--go);color:var(--go)}
.choice+label::before{content:"";width:12px;height:12px;border-radius:50%;border:2px solid currentColor;margin-right:8px}
.choice:checked+label::before{background:currentColor}
#by-card:checked~.bank,#by-bank:checked~.cards{display:none}
button,.button{display:inline-flex;align-items:center;justify-content:center;min-height:44px;padding:8px 16px;font:inherit;font-weight:600;border-radius:10px;border:1px solid var(--field);background:var(--card);color:var(--ink);cursor:pointer;text-decoration:none}
.primary{width:100%;min-height:52px;background:var(--go);border-color:var(--go);color:var(--go-ink);font-size:18px}
.actions{display:flex;flex-wrap:wrap;gap:8px;margin-top:12px}.stack>*{width:100%;margin-bottom:12px}
a{color:var(--go)}.link{display:inline-flex;align-items:center;min-height:44px}
:focus-visible,.choice:focus-visible+label{outline:3px solid var(--go);outline-offset:2px}
.alert{background:var(--bad-paper);color:var(--bad);border:1px solid currentColor;border-radius:10px;padding:12px 16px;margin:0 0 16px;font-weight:600}
.badge{display:inline-block;font-size:14px;font-weight:600;border:1px solid currentColor;border-radius:99px;padding:0 8px;color:var(--go)}
@media print{:root{--paper:#fff;--card:#fff;--ink:#000;--soft:#000;--line:#999}.sandbox dl,.sandbox details p,.sandbox summary,.noprint{display:none}.sandbox{padding:0;background:none;color:#000}main{padding:16px 0}.card{border:0;padding:0}}
`
