/** Expressions that cannot be proven linear, and why they are safe. */

export const UNPROVEN: { file: string; expression: string; reason: string }[] = [
  {
    file: 'api/auth/common-passwords.ts',
    expression: String.raw`/^(.{1,4})\1+.{0,2}$/u`,
    reason:
      'A back reference, but only at the start: it tries four lengths and reads the text once for each.',
  },
  {
    file: 'api/auth/passwords.ts',
    expression: String.raw`/(.)\1/gu`,
    reason: 'A back reference to one character: it reads at most two characters at each position.',
  },
  {
    file: 'infra/app/site/page.ts',
    expression: `new RegExp(\`(data-kept-for="\${name}">)[^<]*\`, 'g')`,
    reason: 'Built from names in our own code, and only applied to our own pages, once at the start.',
  },
  {
    file: 'frontend/build/html.ts',
    expression: String.raw`/<script>([\s\S]*?)<\/script>/g`,
    reason: 'Only applied to our own pages, while the site is built.',
  },
  {
    file: 'frontend/vite.config.ts',
    expression: String.raw`/src\/(site\/(layout|art|forms|chat|split-test|[^/]+\.tsx?$)|ui\/(button|field|input|toast|toaster|use-loaded|dialog|skip-link)\.tsx?|(api|links)\.ts)|icons\/message-circle|contract\/form-words/`,
    reason: 'Only applied to the names of our own files, while the site is built.',
  },
  {
    file: 'frontend/build/testing/built-scripts.ts',
    expression: String.raw`/[\w-]+\.(?:js|css)\b/g`,
    reason: 'Only applied to our own scripts, while the site is built and tested.',
  },
  {
    file: 'infra/log/postgres/columns.ts',
    expression: String.raw`/utm_(\d{13})_(\w*)|([0-9a-f]{8})-([0-9a-f]{4})-(7[0-9a-f]{3})-([0-9a-f]{4})-([0-9a-f]{12})|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z|[\x01-\x05]/g`,
    reason:
      'Each alternative has a fixed length of at most 36. The exception is the end of a session id, which is read once and ends the match.',
  },
  {
    file: 'infra/reporting/sql-port/tokens.ts',
    expression: String.raw`/(?<space>\s+|--[^\n]*)|(?<text>'[^'\\]*(?:(?:\\[\s\S]|'')[^'\\]*)*')|${'`'}(?<back>[^${'`'}\\\p{Cc}]*)${'`'}|"(?<double>[^"\\\p{Cc}]*)"|(?<word>[A-Za-z_]\w*)|(?<number>(?:0x[\da-fA-F]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?)(?![\w$]))|(?<sign>->|[-+*/%=<>!(),.;:?[\]{}|])/uy`,
    reason:
      'Looks ahead one character after a number. The expression is sticky, and each alternative matches or fails at its first character. ' +
      'The exception is a quotation without an end, which is read once to the end of the text and then ends the search.',
  },
]
