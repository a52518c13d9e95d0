import { PASSWORD_NEEDED } from '@firsttouch/api/contract/problem'
import { expect, test } from 'vitest'
import { RUNNING } from '../../testing/answers/experiments.ts'
import { working } from '../../testing/writing.ts'
import { useStep } from './step-form.tsx'

const step = (server: Parameters<typeof working>[1] = {}, name: 'pause' | 'resume' = 'pause') => {
  let done = 0
  const onDone = () => (done += 1)
  return {
    ...working(() => useStep(name, RUNNING, onDone), server),
    done: () => done,
  }
}

test('a step is sent with the version that its author saw', async () => {
  const { hook, sent, told, done } = step()
  expect([hook.isPossible, hook.refusal]).toEqual([true, ''])
  hook.send({ reason: 'A bug' })
  await expect.poll(told).toBe('Test paused')
  expect(sent).toEqual(['POST /api/admin/experiments/landingPage/pause {"reason":"A bug","version":3}'])
  await expect.poll(done).toBe(1)
})

test('a step that the state does not allow is not possible', () => {
  expect(step({}, 'resume').hook.isPossible).toBe(false)
})

test('a refusal is shown in the dialog and not in a toast', async () => {
  for (const server of [{ status: 409 }, { status: 403, answer: { type: PASSWORD_NEEDED } }]) {
    const { hook, sent, told, done } = step(server)
    hook.send({ reason: 'A bug' })
    await expect.poll(() => sent.length).toBe(1)
    expect([told(), done()]).toEqual(['', 0])
  }
})
