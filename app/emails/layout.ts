import { inLanguage, language, t } from '#text'
import { type SchoolColor, toneOf } from '~/models/school/face/school-color'
import type { Letterhead } from '~/models/school/letterhead'
import { languageOfAccount } from '~/utils/text/language'

/** The subject is one line; both bodies say the same. */
export interface EmailContent {
  subject: string
  text: string
  html: string
}

export interface Letter extends Letterhead {
  /** Name of the adult who reads it, from `addresseeOf`. If null, the greeting has no name. */
  readerName: string | null
  /** The language of the reader's account, from `addresseeOf`; English if missing. */
  language?: string | null
  /** For emails that the school sends automatically: why it was sent, and how to choose. */
  foot?: { why: string; links: { label: string; url: string }[] }
}

type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'rows'; rows: { label: string; value: string; strong?: boolean }[] }
  | { kind: 'button'; label: string; url: string }

export const paragraph = (text: string): Block => ({ kind: 'paragraph', text })

/** Leaves out rows whose value is null. */
export const rows = (...all: { label: string; value: string | null; strong?: boolean }[]): Block => ({
  kind: 'rows',
  rows: all.flatMap(({ value, ...rest }) => (value === null ? [] : [{ ...rest, value }])),
})

/** The riders it was bought for; left out for an account that buys for itself alone. */
export const riderRow = (riders: readonly string[]) => ({
  label: riders.length > 1 ? t('Riders') : t('Rider'),
  value: riders.join(', ') || null,
})

export const button = (label: string, url: string): Block => ({ kind: 'button', label, url })

/** A typed line break must not begin a header or a line. */
const oneLine = (text: string) => text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => oneLine(text).replace(/[&<>"']/g, (c) => ENTITIES[c] ?? c)

/** Does work in the language of whoever reads a letter: English for the office, whatever the language of the request. */
export const inLanguageOf = <T>({ language }: Pick<Letter, 'language'>, work: () => T): T =>
  inLanguage(languageOfAccount(language), work)

interface Parts {
  subject: string
  heading: string
  blocks: Block[]
}

/** Builds both bodies from the same parts, in the language of the reader. Every part is text, never HTML. */
export const compose = (letter: Letter, parts: () => Parts): EmailContent =>
  inLanguageOf(letter, () => written(letter, parts()))

function written(
  { schoolName, schoolContact, schoolColor = null, schoolLogo, readerName, foot }: Letter,
  { subject, heading, blocks }: Parts,
): EmailContent {
  const greeting = readerName ? t('Hi {name},', { name: readerName }) : t('Hello,')
  const all = [paragraph(greeting), ...blocks]
  const body = all.map(textOf).join('\n\n')
  const sender = [schoolName, ...schoolContact]
  return {
    subject: oneLine(subject),
    text: `${oneLine(heading)}\n\n${body}\n\n${sender.map(oneLine).join('\n')}\n${foot ? footText(foot) : ''}`,
    html: page(schoolColor, {
      brand: (schoolLogo ? logoHtml(schoolLogo) : '') + escapeHtml(schoolName),
      title: escapeHtml(subject),
      heading: escapeHtml(heading),
      body: all.map((block) => htmlOf(block, toneOf(schoolColor, 'brand'))).join('\n'),
      school: sender.map(escapeHtml).join('<br>') + (foot ? footHtml(foot) : ''),
    }),
  }
}

const LOGO_PX = { width: 200, height: 48 }

/** The name stands below it, so a mailbox that loads no pictures lacks nothing. */
function logoHtml({ url, width, height }: NonNullable<Letter['schoolLogo']>): string {
  const scale = Math.min(1, LOGO_PX.width / width, LOGO_PX.height / height)
  const [shown, high] = [width, height].map((pixels) => Math.round(pixels * scale))
  return `<img src="${escapeHtml(url)}" alt="" width="${shown}" height="${high}" style="display:block;margin:0 0 8px;padding:4px;border-radius:6px;background:#ffffff">`
}

const footText = ({ why, links }: NonNullable<Letter['foot']>) =>
  `\n${oneLine(why)}\n${links.map(({ label, url }) => `${label}: ${oneLine(url)}`).join('\n')}\n`

const footHtml = ({ why, links }: NonNullable<Letter['foot']>) => {
  const all = links.map(
    ({ label, url }) =>
      `<a href="${escapeHtml(url)}" target="_blank" rel="noopener" style="color:inherit">${label}</a>`,
  )
  return `<br><br>${escapeHtml(why)}<br>${all.join(' · ')}`
}

function textOf(block: Block): string {
  if (block.kind === 'paragraph') return oneLine(block.text)
  if (block.kind === 'button') return `${oneLine(block.label)}:\n${oneLine(block.url)}`
  return block.rows.map(({ label, value }) => `${oneLine(label)}: ${oneLine(value)}`).join('\n')
}

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"

function htmlOf(block: Block, color: string): string {
  if (block.kind === 'paragraph')
    return `<p style="margin:0 0 16px;overflow-wrap:anywhere">${escapeHtml(block.text)}</p>`
  if (block.kind === 'button') {
    const url = escapeHtml(block.url)
    return `<p style="margin:24px 0 8px"><a class="button" href="${url}" target="_blank" rel="noopener" style="display:inline-block;padding:12px 20px;border-radius:10px;background:${color};color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(block.label)}</a></p>
<p class="muted" style="margin:0 0 16px;color:#5d5446;font-size:14px;overflow-wrap:anywhere">${escapeHtml(t('Or open this link:'))} ${url}</p>`
  }
  const lines = block.rows.map(({ label, value, strong }) => {
    const weight = strong ? ';font-weight:700' : ''
    const cell = `class="line" style="padding:8px 0;border-bottom:1px solid #e0d7c7;vertical-align:top${weight}`
    return `<tr><td ${cell};min-width:6em;padding-right:16px;overflow-wrap:anywhere">${escapeHtml(label)}</td><td ${cell};text-align:right;overflow-wrap:anywhere;font-variant-numeric:tabular-nums">${escapeHtml(value)}</td></tr>`
  })
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-collapse:collapse">${lines.join('')}</table>`
}

/** Colors are set in each element: some mailboxes ignore style sheets. The style sheet changes them for dark screens. */
const page = (
  color: SchoolColor | null,
  { brand, title, heading, body, school }: Record<'brand' | 'title' | 'heading' | 'body' | 'school', string>,
) => `<!DOCTYPE html>
<html lang="${language()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .paper { background: #15130f !important; color: #f2ece1 !important; }
  .sheet { background: #1f1c17 !important; border-color: #3a342a !important; }
  .line { border-color: #3a342a !important; }
  .muted { color: #b9ae9c !important; }
  .brand { border-color: ${toneOf(color, 'darkBrand')} !important; color: ${toneOf(color, 'darkBrand')} !important; }
  .button { background: ${toneOf(color, 'darkBrand')} !important; color: ${toneOf(color, 'darkOn')} !important; }
}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background:#f8f4ec;color:#27211a;${FONT};font-size:16px;line-height:1.5">
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="background:#f8f4ec;color:#27211a"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;table-layout:fixed"><tr><td class="brand" style="padding:0 4px 8px;border-bottom:4px solid ${toneOf(color, 'brand')};color:${toneOf(color, 'brand')};font-weight:700;text-align:left;overflow-wrap:anywhere">${brand}</td></tr><tr><td style="height:12px;line-height:12px">&nbsp;</td></tr><tr><td class="sheet" style="padding:24px 20px;border:1px solid #e0d7c7;border-radius:10px;background:#fffdf9;text-align:left">
<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25;overflow-wrap:anywhere">${heading}</h1>
${body}
</td></tr><tr><td class="muted" style="padding:16px 4px;color:#5d5446;font-size:14px;overflow-wrap:anywhere">${school}</td></tr></table>
</td></tr></table>
</body>
</html>
`
