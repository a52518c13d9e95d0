/** Formats messages as plain text, because in HTML the input of a visitor could become markup. */
import { cleanLine } from '@firsttouch/ingest/text'

export type Section = { heading: string; rows: [label: string, value: string][] }

export type Message = {
  /** Subject of the mail. Never contains visitors' input. */
  title: string
  sentence: string
  sections: Section[]
  link: { url: string; words: string }
  source?: string
  campaign?: string
}

const WHY =
  'You get this mail because of your settings in the dashboard, or because your operator entered this address (NOTIFY_TO).'

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
