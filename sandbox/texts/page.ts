import type { TextSandbox } from './types'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const asHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)

/** Shows every phone with its texts, newest first, and a form to reply from it. */
export async function phonesPage(request: Request, sandbox: TextSandbox): Promise<Response> {
  if (request.method === 'POST') {
    const form = new URLSearchParams(await request.text())
    await sandbox.reply(form.get('from') ?? '', (form.get('body') ?? '').slice(0, 300))
    return new Response(null, { status: 303, headers: { Location: '/sandbox/texts' } })
  }
  const phoneOf = ({ direction, from, to }: TextSandbox['texts'][number]) => (direction === 'inbound' ? from : to)
  const phones = [...new Set([...sandbox.texts].reverse().map(phoneOf))].slice(0, 50)
  const phone = (number: string) => `
<section><h2>${asHtml(number)}</h2>
<ol reversed>${sandbox.texts
    .filter((text) => phoneOf(text) === number)
    .reverse()
    .slice(0, 20)
    .map((text) => `<li>${text.direction === 'inbound' ? '<b>Reply:</b> ' : ''}${asHtml(text.body)}</li>`)
    .join('')}</ol>
<form method="post" action="/sandbox/texts"><input type="hidden" name="from" value="${asHtml(number)}">
<button name="body" value="STOP">Reply STOP</button> <button name="body" value="START">Reply START</button></form></section>`
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Phones</title></head><body><main><h1>Phones</h1>
<p>Texts the demo would have sent. Nothing left this machine. <a href="/profile/texts">Back</a></p>
${phones.map(phone).join('') || '<p>No texts yet.</p>'}</main></body></html>`
  return new Response(page, { headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' } })
}
