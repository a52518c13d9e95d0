import { expect, test } from 'vitest'
import { working } from '../../testing/writing.ts'
import { useImport } from './use-import.ts'

const report = (server: Parameters<typeof working>[1]) => working(() => useImport(() => undefined), server)

test('opening a report only previews it', async () => {
  const { hook, sent } = report({})
  expect([hook.report, hook.isWorking]).toEqual([null, false])
  hook.open({ file: new Blob(['Day']), dates: '' })
  await expect.poll(() => sent).toEqual(['POST /api/admin/spend/import?preview=true file'])
})

test('the chosen date format is sent with the report', async () => {
  const { hook, sent } = report({})
  hook.open({ file: new Blob(['Day']), dates: 'day-first' })
  await expect.poll(() => sent).toEqual(['POST /api/admin/spend/import?preview=true&dates=day-first file'])
})

test('the chosen columns are sent with the preview, and the confirmation only when storing', async () => {
  const { hook, sent } = report({})
  const columns = { day: 'Dato', campaign: 'Navn', cost: 'Beløb', clicks: null }
  hook.open({ file: new Blob(['Dato']), dates: '', columns, millionths: true, isConfirmed: true })
  await expect
    .poll(() => sent)
    .toEqual([
      'POST /api/admin/spend/import?preview=true&day=Dato&campaign=Navn&cost=Bel%C3%B8b&millionths=true file',
    ])
})

test('an unreadable report shows the reason', async () => {
  const { hook, told } = report({ status: 400 })
  hook.open({ file: new Blob(['Day']), dates: '' })
  await expect.poll(told).toMatch(/^Failed to import the report: /)
})

test('a matched name is sent, and nothing is stored without a report', async () => {
  const { hook, sent } = report({})
  hook.choose({ name: 'Roofs UK', utmCampaign: null })
  await expect
    .poll(() => sent)
    .toEqual(['POST /api/admin/spend/names {"names":[{"name":"Roofs UK","utmCampaign":null}]}'])
  hook.store()
  hook.readAgain({ dates: 'day-first' })
  expect(sent).toHaveLength(1)
})
