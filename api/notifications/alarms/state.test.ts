import { expect, test } from 'vitest'
import { type AlarmState, nextState } from './alarms.ts'

const START = Date.parse('2026-03-01T12:00:00.000Z')

/** Runs a check every `everySeconds`: `.` healthy, `x` faulty, `-` no check. Returns the notifications with the index of their check. */
const toldOf = (looks: string, everySeconds = 30): string[] => {
  let state: AlarmState | null = null
  const told: string[] = []
  for (const [at, look] of [...looks].entries()) {
    if (look === '-') continue
    const next = nextState(state, look === 'x', new Date(START + at * everySeconds * 1000))
    if (next.edge) told.push(`${at} ${next.edge} ${(next.raisedAt.getTime() - START) / everySeconds / 1000}`)
    state = next.state
  }
  return told
}

test.each([
  ['all is well', '..........', []],
  ['wrong from the first look', 'xxxxxxxxxx', ['4 begun 4']],
  ['once when it begins, and never again while it lasts', '...xxxxxxxxxxxxxxxxxx', ['7 begun 7']],
  ['once when it is over, by the name of its beginning', '.xxxxxx.......', ['5 begun 5', '11 over 5']],
  ['what comes and goes is no alarm', '.xxx.xxx.xx.x.xxx.x', []],
  ['what goes and comes is not over', '.xxxxxx..x...x.xx', ['5 begun 5']],
  ['a second alarm has another name', 'xxxxx.....xxxxx', ['4 begun 4', '9 over 4', '14 begun 14']],
  ['the time in which nobody looked proves nothing', '.x-------x.....', []],
  ['nor is it over after it before it has looked right for a while', 'xxxxx-------.x...', ['4 begun 4']],
])('%s: %s', (_, looks, told) => {
  expect(toldOf(looks)).toEqual(told)
})
