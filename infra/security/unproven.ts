/** Expressions that cannot be proven linear, and why they may stay. */

const ANALYSTS = 'Meets what holders of the analysts’ token send, on a port of this machine alone.'

export const UNPROVEN: { file: string; expression: string; reason: string }[] = [
  {
    file: 'api/common-passwords.ts',
    expression: String.raw`/^(.{1,4})\1+.{0,2}$/u`,
    reason: 'A back reference, from the start alone: four lengths to choose from, each read once.',
  },
  {
    file: 'api/passwords.ts',
    expression: String.raw`/(.)\1/gu`,
    reason: 'A back reference of one character: two characters at each place, no more.',
  },
  {
    file: 'infra/site-page.ts',
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
    expression: '/(bricolage-display|inter-text)-.*woff2$/',
    reason: 'Meets the names of our own files alone, while the site is built.',
  },
  {
    file: 'frontend/vite.config.ts',
    expression: String.raw`/src\/(site\/(layout|art|forms|chat|[^/]+\.tsx?$)|ui\/(button|field|input|toast|toaster|kept-toast)\.tsx?|api\.ts)/`,
    reason: 'Meets the names of our own files alone, while the site is built.',
  },
  {
    file: 'infra/sql-port-guard.ts',
    expression: String.raw`/(?<space>\s+|--[^\n]*|\/\*[\s\S]*?\*\/)|(?<text>'(?:[^'\\]|\\[\s\S]|'')*')|(?<quoted>${'`'}[^${'`'}\\]*${'`'}|"[^"\\]*")|(?<word>[A-Za-z_]\w*)|(?<number>\d[\w.]*)|(?<sign>[-+*/%=<>!(),.;:?[\]{}|^~@])/y`,
    reason: ANALYSTS,
  },
  {
    file: 'infra/sql-port-guard.ts',
    expression:
      '/^(file|filesystem.*|ai[a-z].*|dict.*|joinget.*|sleep.*|get(server|setting|macro|client|os|merge).*|.*hostname|fqdn|displayname|serveruuid|connection.*|catboost.*|evalml.*|naivebayes.*|address.*|demangle|show.*|zookeeper.*|tcpport|log.*trace|hascolumnintable|__.*|globalvariable|current(query|roles|profiles).*)$/',
    reason: ANALYSTS,
  },
  {
    file: 'infra/sql-port.ts',
    expression: String.raw`/^(query|database|default_format|user|password|query_id|session_\w+|compress|decompress|role|quota_key|wait_end_of_query|buffer_size|\w*http\w*)$/`,
    reason: ANALYSTS,
  },
]
