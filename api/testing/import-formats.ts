/**
 * Import rules of the ad platforms, from their documentation and independent of our code.
 * Google Ads: support.google.com/google-ads/answer/7014069 (columns, times with a zone in each row, ISO 4217, one id in each row),
 * answer/14184381 of Data Manager (headings in the first line), and
 * developers.google.com/google-ads/api/docs/conversions/upload-clicks (one of GCLID, GBRAID and WBRAID).
 * Microsoft Advertising: the template for offline conversions (help.ads.microsoft.com, 56852) with a line of parameters, the GMT offset
 * as +HHMM, exactly five columns and times as yyyy-MM-dd HH:mm:ss. learn.microsoft.com/advertising, ConversionGoal, limits a
 * goal's name to 100 characters.
 */
import type { AdPlatform } from '../contract/conversions/kinds.ts'

type Rule = {
  lines: RegExp[]
  columns: Record<string, RegExp>
  row: (cells: Record<string, string>) => boolean
}

const MONEY = {
  'Conversion Value': /^(\d+(\.\d{1,2})?)?$/,
  'Conversion Currency': /^([A-Z]{3})?$/,
}
const isMoney = (cells: Record<string, string>) =>
  (cells['Conversion Value'] === '') === (cells['Conversion Currency'] === '')
const GOOGLE_IDS = ['Google Click ID', 'GBRAID', 'WBRAID']

const RULES: Record<AdPlatform, Rule> = {
  'google-ads': {
    lines: [],
    columns: {
      'Google Click ID': /^[\w-]*$/,
      GBRAID: /^[\w-]*$/,
      WBRAID: /^[\w-]*$/,
      'Conversion Name': /^.{1,100}$/,
      'Conversion Time': /^\d{4}-[01]\d-[0-3]\d [0-2]\d:[0-5]\d:[0-5]\d[+-][01]\d[0-5]\d$/,
      ...MONEY,
    },
    row: cells => GOOGLE_IDS.filter(column => cells[column] !== '').length === 1 && isMoney(cells),
  },
  'microsoft-advertising': {
    lines: [/^Parameters:TimeZone=[+-][01]\d[0-5]\d$/],
    columns: {
      'Microsoft Click ID': /^[\w-]+$/,
      'Conversion Name': /^.{1,100}$/,
      'Conversion Time': /^\d{4}-[01]\d-[0-3]\d [0-2]\d:[0-5]\d:[0-5]\d$/,
      ...MONEY,
    },
    row: isMoney,
  },
}

const cellsOf = (line: string): string[] => {
  const cells: string[] = []
  for (const [, quoted, plain = '', end] of line.matchAll(/(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/gy)) {
    cells.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '') break
  }
  return cells
}

/** Returns the platform's errors as sentences, and the rows by column. */
export const importFile = (platform: AdPlatform, file: string) => {
  const { lines, columns, row } = RULES[platform]
  const names = Object.keys(columns)
  const all = file.split('\r\n')
  const refused = all.at(-1) === '' ? [] : ['the last line has no end']
  const text = all.slice(0, -1)
  lines.forEach((rule, at) => {
    if (!rule.test(text[at] ?? '')) refused.push(`line ${at + 1} is ${text[at]}`)
  })
  const [head = '', ...body] = text.slice(lines.length)
  if (head !== names.join(',')) refused.push(`the headings are ${head}`)
  const rows = body.map(line => {
    const cells = cellsOf(line)
    if (cells.length !== names.length) refused.push(`${line} has ${cells.length} cells`)
    const named = Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']))
    for (const [name, rule] of Object.entries(columns))
      if (!rule.test(named[name] ?? '')) refused.push(`${name} is ${named[name]}`)
    if (!row(named)) refused.push(`${line} does not fit together`)
    return named
  })
  return { refused, rows }
}
