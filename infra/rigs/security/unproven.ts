/** Expressions that cannot be proven linear, and why they are safe. */

export const UNPROVEN: { file: string; expression: string; reason: string }[] = [
  {
    file: 'api/auth/common-passwords.ts',
    expression: String.raw`/^(.{1,4})\1+.{0,2}$/u`,
    reason: 'A back reference, from the start alone: four lengths to choose from, each read once.',
  },
  {
    file: 'api/auth/passwords.ts',
    expression: String.raw`/(.)\1/gu`,
    reason: 'A back reference of one character: two characters at each place, no more.',
  },
  {
    file: 'infra/app/site/page.ts',
    expression: `new RegExp(\`(data-kept-for="\${name}">)[^<]*\`, 'g')`,
    reason: 'Made of names in our own code, and meets our own pages alone, once at the start.',
  },
  {
    file: 'frontend/build/html.ts',
    expression: String.raw`/<script>([\s\S]*?)<\/script>/g`,
    reason: 'Meets our own pages alone, while the site is built.',
  },
  {
    file: 'frontend/vite.config.ts',
    expression: String.raw`/src\/(site\/(layout|art|forms|chat|split-test|[^/]+\.tsx?$)|ui\/(button|field|input|toast|toaster|use-loaded|dialog|skip-link)\.tsx?|(api|links)\.ts)|icons\/message-circle|contract\/form-words/`,
    reason: 'Meets the names of our own files alone, while the site is built.',
  },
  {
    file: 'frontend/build/testing/built-scripts.ts',
    expression: String.raw`/[\w-]+\.(?:js|css)\b/g`,
    reason: 'Meets our own scripts alone, while the site is built and tested.',
  },
  {
    file: 'infra/log/postgres/columns.ts',
    expression: String.raw`/utm_(\d{13})_(\w*)|([0-9a-f]{8})-([0-9a-f]{4})-(7[0-9a-f]{3})-([0-9a-f]{4})-([0-9a-f]{12})|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z|[\x01-\x05]/g`,
    reason:
      'Its parts have fixed lengths, 36 at most, but for the name behind a session, which is read once and ends the part.',
  },
  {
    file: 'infra/reporting/sql-port/tokens.ts',
    expression: String.raw`/(?<space>\s+|--[^\n]*)|(?<text>'[^'\\]*(?:(?:\\[\s\S]|'')[^'\\]*)*')|${'`'}(?<back>[^${'`'}\\\p{Cc}]*)${'`'}|"(?<double>[^"\\\p{Cc}]*)"|(?<word>[A-Za-z_]\w*)|(?<number>(?:0x[\da-fA-F]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?)(?![\w$]))|(?<sign>->|[-+*/%=<>!(),.;:?[\]{}|])/uy`,
    reason:
      'A look ahead of one character behind a number. Sticky: each alternative takes its part or fails at its first character, ' +
      'but an open quotation, which is read to the end once and ends the reading.',
  },
]
