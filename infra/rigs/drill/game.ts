/** One round of the drill: a fault, the operator's answer, and the repair, until all alarms are silent. */
import { setTimeout as sleep } from 'node:timers/promises'
import { FAULT_NAMES, FAULTS, type FaultName, faultOf } from './catalogue.ts'
import { INJECT } from './inject.ts'
import { type Stage, untilWell } from './stage.ts'

export type Game = ReturnType<typeof openGame>

const LOOK_EVERY_MS = 2_000
/** All alarms must be silent for this long. In this time Prometheus scrapes every process and evaluates every rule again. */
const SILENT_MS = 60_000
const LEAST_SILENT_MS = 10_000
const SILENT_WITHIN_MS = 45 * 60_000

type Round = {
  name: FaultName
  began: number
  rang: Map<string, number>
  mend: () => Promise<unknown>
}

const secondsSince = (began: number): number => Math.round((Date.now() - began) / 1_000)

/** Each step returns a sentence for the operator. Called out of order, it throws a sentence that says what to do first. */
export const openGame = (stage: Stage, times: number) => {
  const possible = FAULT_NAMES.filter(name => name !== 'disk-nearly-full' || stage.disk.mounted)
  let round: Round | undefined
  let ended = false

  const firing = async (): Promise<string[]> => {
    const alerts = await stage.prometheus.alerts()
    return [
      ...new Set(
        alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname ?? ''),
      ),
    ]
  }
  const watching = (async () => {
    while (!ended) {
      for (const alarm of round ? await firing().catch(() => []) : [])
        if (round && !round.rang.has(alarm)) round.rang.set(alarm, secondsSince(round.began))
      await sleep(LOOK_EVERY_MS)
    }
  })()
  const current = (): Round => {
    if (!round)
      throw new Error('There is no fault: npx node infra/rigs/drill/drill.ts fault --seed N makes one.')
    return round
  }
  const untilSilent = async (): Promise<void> => {
    const began = Date.now()
    let silentSince = began
    for (;;) {
      const alarms = await firing()
      if (alarms.length > 0) silentSince = Date.now()
      if (Date.now() - silentSince > Math.max(LEAST_SILENT_MS, SILENT_MS / times)) return
      if (Date.now() - began > SILENT_WITHIN_MS) throw new Error(`Still ringing: ${alarms.join(', ')}.`)
      await sleep(LOOK_EVERY_MS)
    }
  }

  return {
    firing,
    inject: async (name: FaultName): Promise<string> => {
      if (round) throw new Error('There is a fault already: answer, then mend it first.')
      const began = Date.now()
      round = { name, began, rang: new Map(), mend: await INJECT[name](stage) }
      return `A fault was injected. Alarms will ring. Some rules wait for ${Math.ceil(15 / times)} minutes.`
    },
    chosenBy: (seed: number): FaultName => faultOf(seed, possible),
    answer: async (text: string): Promise<string> => {
      const { name, began, rang } = current()
      const alarms = [...rang].map(([alarm, seconds]) => `${alarm} after ${seconds} s`)
      return [
        `You said, after ${secondsSince(began)} s: ${text}`,
        `The fault was: ${FAULTS[name].truth} (${name})`,
        `Rang: ${alarms.join(', ') || 'nothing yet'}`,
      ].join('\n')
    },
    mend: async (): Promise<string> => {
      const began = Date.now()
      await current().mend()
      round = undefined
      await untilWell(stage)
      await untilSilent()
      return `Mended. Every alarm is silent after ${secondsSince(began)} s.`
    },
    close: async () => {
      ended = true
      await watching
      // Undo the fault first: a process paused by SIGSTOP would ignore SIGTERM.
      await round?.mend().catch(() => undefined)
    },
  }
}
