/** What a browser without scripts is shown after it has sent a form: a page that needs nothing but itself. */
import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'

const STYLE = `:root{color-scheme:light dark;font:1.0625rem/1.6 system-ui,sans-serif}body{max-width:36rem;margin:12vh auto;padding:0 1.25rem}h1{line-height:1.1}`
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'`

export type PlainPage = { title: string; lines: readonly string[]; note: string }

export const sendPage = (reply: FastifyReply, status: number, { title, lines, note }: PlainPage) =>
  reply
    .status(status)
    .type('text/html; charset=utf-8')
    .headers({ 'content-security-policy': POLICY, 'cache-control': 'no-store' })
    .send(`<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>
${lines.length > 1 ? `<ul>${lines.map(line => `<li>${escapeHtml(line)}</li>`).join('')}</ul>` : `<p>${escapeHtml(lines[0] ?? '')}</p>`}
<p>${escapeHtml(note)}</p><p><a href="/">Return to Homepage</a></p></main></body></html>`)

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, mark => `&#${mark.codePointAt(0)};`)
