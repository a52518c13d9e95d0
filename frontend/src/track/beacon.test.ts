import { expect, test } from 'vitest'
import { openBeacons } from './beacon.ts'
import { uuidv7 } from './ids.ts'
import { openQueue } from './queue.ts'
import { handStore } from './testing/hand.ts'

const SENT = Date.UTC(2026, 0, 31, 9, 30)
const batchOf = (events: string) => `{"sentAt":"2026-01-31T09:30:00.000Z","events":[${events}]}`

const queueOf = (count: number, json: string) => {
  const queue = openQueue(handStore(), Date.now)
  for (let n = 0; n < count; n++) queue.add(uuidv7(Date.now()), json)
  return queue
}

test('events in a beacon stay queued, because its response is unreadable', () => {
  const queue = queueOf(2, '{}')
  const bodies: string[] = []
  openBeacons(
    queue,
    body => bodies.push(body) > 0,
    () => SENT,
  )()
  expect(bodies).toEqual([batchOf('{},{}')])
  expect(queue.list()).toHaveLength(2)
})

test('a second end of the page sends only new events', () => {
  const queue = queueOf(1, '{"n":1}')
  const bodies: string[] = []
  const leave = openBeacons(
    queue,
    body => bodies.push(body) > 0,
    () => SENT,
  )
  leave()
  queue.add(uuidv7(Date.now()), '{"n":2}')
  leave()
  expect(bodies).toEqual([batchOf('{"n":1}'), batchOf('{"n":2}')])
})

test('a long queue is sent in several beacons, and the remaining events later', () => {
  const bodies: string[] = []
  const leave = openBeacons(
    queueOf(4, JSON.stringify('x'.repeat(30_000))),
    body => bodies.push(body) < 2,
    Date.now,
  )
  leave()
  expect(bodies).toHaveLength(2)
  leave()
  expect(bodies).toHaveLength(3)
})

test('a beacon that throws does not break the page', () => {
  const leave = openBeacons(
    queueOf(1, '{}'),
    () => {
      throw new Error('no')
    },
    Date.now,
  )
  expect(leave).not.toThrow()
})
