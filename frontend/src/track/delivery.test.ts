import { expect, test, vi } from 'vitest'
import { type Answer, backOff, judge, openDelivery } from './delivery.ts'
import { uuidv7 } from './ids.ts'
import type { Lock } from './lock.ts'
import { openQueue } from './queue.ts'
import { handClock, handStore } from './testing/hand.ts'

const setUp = (
  answers: (number | Answer | Promise<number>)[],
  store = handStore(),
  lock: Lock = run => run(),
) => {
  const clock = handClock()
  const queue = openQueue(store, clock.now)
  const sent: string[][] = []
  const delivery = openDelivery({
    queue,
    post: async body => {
      sent.push(JSON.parse(body).events)
      const answer = (await answers.shift()) ?? 202
      return typeof answer === 'number' ? { status: answer, retryAfterMs: 0 } : answer
    },
    lock,
    now: clock.now,
    random: () => 1,
    wait: clock.wait,
  })
  const add = (...names: string[]) => {
    for (const name of names) queue.add(uuidv7(clock.now()), JSON.stringify(name))
    delivery.wake(0)
  }
  const left = () => queue.list().length
  return { clock, delivery, sent, add, left }
}

test('delivered events leave the queue', async () => {
  const { clock, add, sent, left } = setUp([202])
  add('a')
  await clock.pass(0)
  expect(sent).toEqual([['a']])
  expect(left()).toBe(0)
  expect(clock.nextIn()).toBeUndefined()
})

test.each([503, 500, 429, 408, 0])(
  'after status %s the event stays and is retried with increasing pauses',
  async status => {
    const { clock, add, sent, left } = setUp([status, status, status])
    add('a')
    await clock.pass(0)
    expect(left()).toBe(1)
    expect(clock.nextIn()).toBe(1_000)
    await clock.pass(1_000)
    expect(clock.nextIn()).toBe(2_000)
    await clock.pass(2_000)
    expect(clock.nextIn()).toBe(4_000)
    await clock.pass(4_000)
    expect(sent).toEqual([['a'], ['a'], ['a'], ['a']])
    expect(left()).toBe(0)
  },
)

test('the back-off is capped at five minutes, has jitter, and adds to Retry-After', () => {
  expect(backOff(50, 0, 1)).toBe(300_000)
  expect(backOff(3, 0, 0.5)).toBe(4_000)
  expect(backOff(0, 30_000, 0)).toBe(30_000)
})

test('going online does not cut the server’s Retry-After short', async () => {
  const { clock, delivery, add, sent } = setUp([{ status: 503, retryAfterMs: 30_000 }])
  add('a')
  await clock.pass(1)
  add('b')
  delivery.online()
  await clock.pass(29_998)
  expect(sent).toHaveLength(1)
  await clock.pass(5_000)
  expect(sent.at(-1)).toEqual(['a', 'b'])
})

test('going online sends the queue at once', async () => {
  const { clock, delivery, add, sent, left } = setUp([0, 0, 0, 0, 0])
  add('a')
  await clock.pass(16_000)
  expect(sent).toHaveLength(5)
  delivery.online()
  await clock.pass(0)
  expect(left()).toBe(0)
})

test.each([400, 403, 404])('events refused with status %s are dropped', async status => {
  const { clock, add, sent, left } = setUp([status])
  add('a')
  await clock.pass(600_000)
  expect(sent).toHaveLength(1)
  expect(left()).toBe(0)
})

test('a batch that is too large is halved once, and a half that is too large is dropped', async () => {
  const { clock, add, sent, left } = setUp([413, 202, 413])
  add('a', 'b', 'c')
  await clock.pass(600_000)
  const [whole, first, second] = sent
  expect(whole).toHaveLength(3)
  expect([...(first ?? []), ...(second ?? [])]).toEqual(whole)
  expect(sent).toHaveLength(3)
  expect(left()).toBe(0)
})

test('neither a half nor a single event is halved again', async () => {
  const four = setUp([413, 202, 413])
  four.add('a', 'b', 'c', 'd')
  await four.clock.pass(600_000)
  expect(four.sent.map(events => events.length)).toEqual([4, 2, 2])
  const one = setUp([413])
  one.add('a')
  await one.clock.pass(600_000)
  expect([one.sent.length, one.left()]).toEqual([1, 0])
})

test('when one half has to wait, the other waits too', async () => {
  const { clock, add, sent, left } = setUp([413, 503])
  add('a', 'b')
  await clock.pass(0)
  expect(sent.map(events => events.length)).toEqual([2, 1])
  expect(left()).toBe(2)
})

test('only refused events are logged to the console', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined)
  const { clock, add } = setUp([202, 400])
  add('a')
  await clock.pass(0)
  expect(warn).not.toHaveBeenCalled()
  add('b')
  await clock.pass(0)
  expect(warn.mock.calls).toEqual([['Tracking: refused (400)']])
  warn.mockRestore()
})

test('nothing is sent twice while a request is pending', async () => {
  let answer: (status: number) => void = () => undefined
  const { clock, delivery, add, sent, left } = setUp([new Promise(resolve => (answer = resolve))])
  add('a')
  await clock.pass(0)
  delivery.wake(0)
  await clock.pass(60_000)
  expect(sent).toHaveLength(1)
  answer(202)
  await vi.waitFor(() => expect(left()).toBe(0))
})

test('a failed lock is retried after a pause', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined)
  const failures = [new Error('no turn')]
  const { clock, add, sent } = setUp([], handStore(), async run => {
    const failure = failures.pop()
    if (failure) throw failure
    await run()
  })
  add('a')
  await clock.pass(999)
  expect(sent).toEqual([])
  await clock.pass(1)
  expect(sent).toEqual([['a']])
  expect(warn).toHaveBeenCalledWith('Tracking:', expect.objectContaining({ message: 'no turn' }))
  warn.mockRestore()
})

test('a storage that cannot delete does not cause endless sending', async () => {
  const store = handStore()
  const { clock, add, sent } = setUp([202], { ...store, remove: () => undefined })
  add('a')
  await clock.pass(60_000)
  expect(sent).toHaveLength(1)
})

test('another page’s events are adopted only after a delay', async () => {
  const store = handStore()
  const { clock, delivery, sent, left } = setUp([], store)
  openQueue(store, clock.now).add(uuidv7(clock.now()), '"theirs"')
  delivery.wake(0)
  await clock.pass(4_000)
  expect(sent).toEqual([])
  await clock.pass(2_000)
  expect(sent).toEqual([['theirs']])
  expect(left()).toBe(0)
})

test('responses are classified by their status', () => {
  expect([200, 202, 204, 300, 400, 413, 429, 503, 0].map(judge)).toEqual([
    'taken',
    'taken',
    'taken',
    'refused',
    'refused',
    'too_large',
    'later',
    'later',
    'later',
  ])
})
