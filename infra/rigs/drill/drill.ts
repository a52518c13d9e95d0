import { rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { cleanUp } from '../testing/clean-up.ts'
import { inFolder } from '../testing/run/folder.ts'
import { STAFF } from '../testing/system.ts'
import { type Game, openGame } from './game.ts'
import { type Stage, startStage, untilWell } from './stage.ts'

/** Socket of the running drill. Computed here, because the run later changes the temporary directory. */
const SOCKET = join(tmpdir(), 'firsttouch-drill.sock')
const USAGE =
  'npx node infra/rigs/drill/drill.ts start [--faster N] | fault --seed N | answer "what I think" | mend | stop'

const sheetOf = ({ prometheus, nginx, doorUrl, system }: Stage, times: number): string => `
What an operator has:
  Alarms      ${prometheus.url}/alerts, or ${prometheus.url}/api/v1/alerts; questions: ${prometheus.url}/graph
  Site        ${nginx.url}, in front of it ${doorUrl}
  Dashboard   ${nginx.url}/admin    ${STAFF.username} / ${STAFF.password}
  Pages       README.md, infra/README.md, infra/ALARMS.md, and what they link to
  Panels      infra/deploy/observability/dashboard.json
  Commands    those of the pages, with these addresses:
    export DATABASE_URL='${system.addresses.DATABASE_URL}'
    export CLICKHOUSE_URL='${system.addresses.CLICKHOUSE_URL}'
    export LOG_URL='${system.addresses.LOG_URL}'
${times > 1 ? `The waiting times and ranges of all rules are ${times} times shorter than shipped.` : 'The rules are the shipped ones.'}
`

/** Accepts the operator's commands. Resolves when the operator stops the drill. */
const listen = (game: Game): Promise<void> =>
  new Promise((resolve, reject) => {
    const play = async (url: URL): Promise<string> => {
      const said = url.searchParams.get('said') ?? ''
      if (url.pathname === '/fault') return game.inject(game.chosenBy(Number(said)))
      if (url.pathname === '/answer') return game.answer(said)
      if (url.pathname === '/mend') return game.mend()
      return 'The drill ends.'
    }
    const server = createServer(async (asked, response) => {
      const url = new URL(asked.url ?? '/', 'http://drill')
      const text = await play(url).catch((error: Error) => {
        response.statusCode = 400
        return error.message
      })
      response.end(text)
      if (url.pathname !== '/stop') return
      server.close()
      resolve()
    })
    server.once('error', reject).listen(SOCKET)
    process.once('SIGINT', resolve).once('SIGTERM', resolve)
  })

const start = (times: number) =>
  inFolder(async () => {
    console.log('Starting everything; this takes a minute …')
    const stage = await startStage(times)
    try {
      await untilWell(stage)
      const game = openGame(stage, times)
      await rm(SOCKET, { force: true })
      console.log(sheetOf(stage, times))
      await listen(game).finally(game.close)
    } finally {
      await rm(SOCKET, { force: true })
      await stage.close()
      await cleanUp('all')
    }
  })

/** No time limit: an alarm resolves only after its rule's longest range. */
const tell = (path: string, said = ''): Promise<void> =>
  new Promise((resolve, reject) => {
    const asked = request(
      { socketPath: SOCKET, path: `/${path}?said=${encodeURIComponent(said)}` },
      async answer => {
        const text = (await answer.toArray()).join('')
        if (answer.statusCode === 200) resolve(console.log(text))
        else reject(new Error(text))
      },
    )
    asked
      .once('error', () =>
        reject(new Error('No drill runs. In another terminal: npx node infra/rigs/drill/drill.ts start')),
      )
      .end()
  })

const positive = (name: string, text: string | undefined): number => {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} must be a whole number from 1.`)
  return value
}

const main = async (): Promise<void> => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { seed: { type: 'string' }, faster: { type: 'string', default: '1' } },
  })
  const [command, ...words] = positionals
  if (command === 'start') await start(positive('faster', values.faster))
  else if (command === 'fault') await tell('fault', String(positive('seed', values.seed)))
  else if (command === 'answer' && words.length > 0) await tell('answer', words.join(' '))
  else if (command === 'mend' || command === 'stop') await tell(command)
  else throw new Error(USAGE)
}

await main().then(
  () => process.exit(0),
  (error: Error) => {
    console.error(error.message)
    process.exit(1)
  },
)
