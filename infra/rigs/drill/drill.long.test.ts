/** In a real Prometheus, each fault makes its alarm ring, the drill names the fault, and its repair resolves the alarm. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasPromtool } from '../alarms/promtool.ts'
import { brokerAvailable } from '../testing/kafka/jars.ts'
import { nginxPrograms } from '../testing/proxy/nginx-programs.ts'
import { until } from '../testing/until.ts'
import { FAULTS, type FaultName } from './catalogue.ts'
import { type Game, openGame } from './game.ts'
import { type Stage, startStage, untilWell } from './stage.ts'

/** Divides the durations of the shipped rules. */
const TIMES = 10

const kafka = await brokerAvailable()
const { programs } = await nginxPrograms()
const lacks = [
  ...(kafka.available ? [] : [kafka.reason]),
  ...(hasPromtool() ? [] : ['there is no Prometheus (Debian: apt-get install prometheus)']),
  ...(programs.some(({ resolves }) => resolves) ? [] : ['there is no nginx from 1.27.3 on']),
]
for (const line of lacks) console.log(`SKIPPED the drill: ${line}`)

describe.skipIf(lacks.length > 0)('one after the other', { shuffle: false }, () => {
  let stage: Stage
  let game: Game
  beforeAll(async () => {
    stage = await startStage(TIMES)
    await untilWell(stage)
    game = openGame(stage, TIMES)
  })
  afterAll(async () => {
    await game?.close()
    await stage?.close()
  })

  test('without a fault, `answer` and `mend` are refused', async () => {
    await expect(game.answer('a guess')).rejects.toThrow('There is no fault')
    await expect(game.mend()).rejects.toThrow('There is no fault')
  })

  test.each<FaultName>(['backup-too-old', 'projector-dead'])(
    'the fault %s makes its alarm ring, `answer` names the fault, and `mend` resolves every alarm',
    async name => {
      expect(await game.inject(name)).not.toContain(name)
      await expect(game.inject('kafka-away')).rejects.toThrow('There is a fault already')
      const rings = async () => {
        const firing = await game.firing()
        return FAULTS[name].alarms.every(alarm => firing.includes(alarm))
      }
      await until(rings, 120_000)
      expect(await game.answer('something')).toContain(FAULTS[name].truth)
      expect(await game.mend()).toContain('Every alarm is silent')
      expect(await game.firing()).toEqual([])
    },
  )
})
