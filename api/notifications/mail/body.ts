/** A message as text and as plain HTML. Everything in it is text: what visitors sent cannot become markup or a header. */
import { cleanLine } from '@firsttouch/ingest/text'

export type Section = { heading: string; rows: [label: string, value: string][] }

export type Message = {
  /** The subject of the mail. Fixed words: nothing that a visitor sent. */
  title: string
  sentence: string
  sections: Section[]
  link: { url: string; words: string }
  /** Where the visitor came from, for the webhook. */
  source?: string
  campaign?: string
}

const WHY =
  'You are told because it was chosen in the settings of the dashboard, or NOTIFY_TO names this address.'

export const textOf = ({ sentence, sections, link }: Message): string =>
  [
    sentence,
    ...sections.map(({ heading, rows }) =>
      [
        ...(heading ? [heading] : []),
        ...rows.map(([label, value]) => `${cleanLine(label)}: ${cleanLine(value)}`),
      ].join('\n'),
    ),
    `${link.words}:\n${link.url}`,
    WHY,
  ].join('\n\n')

const CELL = 'padding:4px 16px 4px 0;vertical-align:top;text-align:left'

export const htmlOf = ({ title, sentence, sections, link }: Message): string =>
  [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="color-scheme" content="light dark"><meta name="viewport" content="width=device-width">',
    `<title>${asHtml(title)}</title></head>`,
    '<body style="font:16px/1.5 system-ui,sans-serif;margin:24px;max-width:36rem">',
    `<p style="margin:0 0 16px">${asHtml(sentence)}</p>`,
    ...sections.map(sectionOf),
    `<p style="margin:16px 0"><a href="${asHtml(link.url)}">${asHtml(link.words)}</a></p>`,
    `<p style="margin:24px 0 0;font-size:13px;opacity:.7">${asHtml(WHY)}</p>`,
    '</body></html>',
  ].join('')

const sectionOf = ({ heading, rows }: Section): string =>
  [
    heading && `<h2 style="font-size:16px;margin:16px 0 4px">${asHtml(heading)}</h2>`,
    '<table role="presentation" style="border-collapse:collapse">',
    ...rows.map(
      ([label, value]) =>
        `<tr><td style="${CELL};opacity:.7">${asHtml(label)}</td><td style="${CELL}">${asHtml(value)}</td></tr>`,
    ),
    '</table>',
  ].join('')

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const asHtml = (text: string): string => cleanLine(text).replace(/[&<>"']/g, sign => ESCAPES[sign] ?? '')
