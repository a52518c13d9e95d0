const ESCAPED: Record<string, string> = { '\\': '\\\\', "'": "\\'", '\0': '\\0' }

/** A text of any content as ClickHouse's SQL writes it. A zero byte would end the statement for the embedded engine. */
export const literal = (text: string): string =>
  `'${text.replace(/[\\'\0]/g, character => ESCAPED[character] ?? '')}'`
