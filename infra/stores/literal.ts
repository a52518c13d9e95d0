const ESCAPED: Record<string, string> = { '\\': '\\\\', "'": "\\'", '\0': '\\0' }

/** Escapes a ClickHouse string literal. A raw zero byte would end the statement in the embedded engine. */
export const literal = (text: string): string =>
  `'${text.replace(/[\\'\0]/g, character => ESCAPED[character] ?? '')}'`
