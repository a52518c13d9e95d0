/** The embedded engine in a container, with a proxy to other containers. The engine accepts local connections only. */
import { spawn } from 'node:child_process'
import { createServer, request } from 'node:http'

const INSIDE = 8124
const password = process.env.CLICKHOUSE_PASSWORD ?? ''
const script = new URL('../../../stores/embedded/engine/process.ts', import.meta.url).pathname
const engine = spawn(process.execPath, [script, '/var/lib/clickhouse', String(INSIDE)], {
  env: { ...process.env, ENGINE_PASSWORD: password, UV_THREADPOOL_SIZE: '64' },
  stdio: 'inherit',
})
engine.once('exit', code => process.exit(code ?? 1))
process.once('SIGTERM', () => engine.kill('SIGTERM'))

createServer((asked, answer) => {
  const { method, url, headers } = asked
  const host = `127.0.0.1:${INSIDE}`
  const passed = request({
    port: INSIDE,
    host: '127.0.0.1',
    method,
    path: url,
    headers: { ...headers, host },
  })
  passed.on('response', ({ statusCode = 502, headers: given }) => answer.writeHead(statusCode, given))
  passed.on('response', body => body.pipe(answer))
  passed.on('error', () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()))
  answer.on('close', () => passed.destroy())
  asked.pipe(passed)
}).listen(8123, '0.0.0.0')
