/** Each alarm has a section in infra/ALARMS.md, and every section answers the same questions. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ALERTS } from './rules.ts'

const PAGE = 'infra/ALARMS.md'
const GENERAL = ['Which one first', 'How to look', 'Errors of BatchesFail', 'Reasons of DeadLetters']
const text = readFileSync(join(import.meta.dirname, '..', '..', '..', PAGE), 'utf8')
const sections = new Map(
  text
    .split(/^## /m)
    .slice(1)
    .map(section => [section.slice(0, section.indexOf('\n')), section]),
)
const names = ALERTS.map(({ alert }) => alert)

test('each alarm has a section, and each section an alarm', () => {
  expect([...sections.keys()].filter(title => !GENERAL.includes(title)).toSorted()).toEqual(names.toSorted())
})

test('the index lists every alarm once, by severity', () => {
  const [, pages = '', warns = ''] = text.split(/^\*\*(?:page|warn)\*\*/m)
  const listed = (part: string) =>
    [...(part.split('\n## ')[0] ?? '').matchAll(/^\| \[(\w+)\]\(#(\w+)\)/gm)].map(([, name, anchor]) => [
      name,
      anchor,
    ])
  const shipped = (severity: string) =>
    ALERTS.filter(({ labels }) => labels.severity === severity).map(({ alert }) => [
      alert,
      alert.toLowerCase(),
    ])
  expect(listed(pages).toSorted()).toEqual(shipped('page').toSorted())
  expect(listed(warns).toSorted()).toEqual(shipped('warn').toSorted())
})

test('each alarm links to its section', () => {
  for (const { alert, annotations } of ALERTS)
    expect(annotations.runbook).toBe(`${PAGE}#${alert.toLowerCase()}`)
})

test.each(names)(
  'the section of %s says when the alarm rings, what it means, how to tell causes apart, what to do, and when it is over',
  name => {
    for (const asked of ['Rings', 'Means', 'Tell apart', 'Do', 'Over'])
      expect(sections.get(name), asked).toContain(`**${asked}**`)
  },
)

test('every alarm that the page names in bold exists', () => {
  const named = [...text.matchAll(/\*\*([A-Z][a-z]+(?:[A-Z][a-z]+)+)\*\*/g)].map(([, name]) => name)
  expect(named.filter(name => !names.includes(name ?? ''))).toEqual([])
})
