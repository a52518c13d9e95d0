/** Checks the prerendered public pages: links, forms and closed parts. */
import { describe, expect, test } from 'vitest'
import { renderPages } from './prerender.tsx'
import { SCHEMAS } from './site/forms/schemas.ts'

const rendered = await renderPages()
const paths = rendered.map(({ path }) => path)
const pages = rendered.filter(({ markup }) => markup !== '')

type Tag = { name: string; html: string; at: Record<string, string> }

const tagsOf = (html: string, names: string): Tag[] =>
  [...html.matchAll(new RegExp(`<(${names})\\b([^>]*)>`, 'g'))].map(([html, name = '', inner = '']) => ({
    name,
    html,
    at: Object.fromEntries(
      [...inner.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [
        key.toLowerCase(),
        value.replaceAll('&amp;', '&'),
      ]),
    ),
  }))

const valuesOf = (html: string, attribute: string) =>
  [...html.matchAll(new RegExp(` ${attribute}="([^"]*)"`, 'g'))].flatMap(([, value = '']) => value.split(' '))

/** True if the link's target exists. */
const leadsSomewhere = (href: string, html: string): boolean => {
  if (href.startsWith('#')) return valuesOf(html, 'id').includes(href.slice(1))
  if (href.startsWith('/')) return paths.includes(href)
  if (href.startsWith('mailto:')) return /^mailto:support@firsttouch\.example\?subject=\w/.test(href)
  return /^https:\/\/(wa\.me\/447700900123\?text=Hello%20Firsttouch|ads\.google\.com\/$)/.test(href)
}

test('every link has a target', () => {
  for (const { path, markup } of pages) {
    const links = tagsOf(markup, 'a')
    expect(links.length, path).toBeGreaterThan(3)
    expect(
      links.filter(({ at }) => !leadsSomewhere(at.href ?? '', markup)).map(({ html }) => html),
      path,
    ).toEqual([])
  }
})

test('external links open in a new tab, and internal links do not', () => {
  const links = pages.flatMap(({ markup }) => tagsOf(markup, 'a'))
  const beside = links.filter(({ at }) => at.target !== undefined)
  expect(beside.length).toBeGreaterThan(0)
  for (const { at } of beside) expect(at).toMatchObject({ target: '_blank', rel: 'noopener' })
  for (const { at, html } of links) expect(/^https?:/.test(at.href ?? ''), html).toBe('target' in at)
})

const NOT_YET = [
  ...[
    /<dialog\b/,
    / aria-invalid=/,
    /-error"/,
    / aria-expanded="true"/,
    /<details[^>]* open=/,
    /<button[^>]* disabled=/,
  ],
  ...[
    /\.\.\.<\/button>/,
    /May we count your visit/,
    /Change your privacy choice/,
    /What is it about\?/,
    />ad_click</,
    /an advert brought you/,
    /role="alert"[^>]*>[^<]/,
  ],
]

test('a prerendered page shows no open dialog, error, question or toast', () => {
  const found = pages.flatMap(({ path, markup }) =>
    NOT_YET.flatMap(sign => (sign.test(markup) ? [`${path} ${sign}`] : [])),
  )
  expect(found).toEqual([])
})

test('every ARIA and label reference has its element on the page', () => {
  const lost = pages.flatMap(({ path, markup }) => {
    const ids = new Set(valuesOf(markup, 'id'))
    const named = ['for', 'aria-labelledby', 'aria-describedby'].flatMap(name => valuesOf(markup, name))
    return named.filter(id => !ids.has(id)).map(id => `${path} ${id}`)
  })
  expect(lost).toEqual([])
})

test('every field has a label', () => {
  const nameless = pages.flatMap(({ path, markup }) => {
    const labels = markup.match(/<label\b.*?<\/label>/g)?.filter(label => />[^<]+</.test(label)) ?? []
    return tagsOf(markup, 'input|textarea|select')
      .filter(({ at }) => at.type !== 'hidden')
      .filter(
        ({ at, html }) => !labels.some(label => label.includes(html) || label.includes(`for="${at.id}"`)),
      )
      .map(({ html }) => `${path} ${html}`)
  })
  expect(nameless).toEqual([])
})

const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

test('each plan shows its price and keywords, and one is the most popular', () => {
  for (const path of ['/original', '/v2']) {
    const text = textOf(pages.find(page => page.path === path)?.markup ?? '')
    expect(text).toMatch(/Regional Starter .*£25 .*1 regional keyword .*(Get Started|Try It Free)/)
    expect(text).toMatch(/National Pro Most popular .*£50 .*1 national keyword /)
    expect(text).toMatch(/Enterprise .*£250 .*10 regional and 5 national keywords.*edicated account manager/)
    expect(text.match(/Most popular|edicated account manager/g)).toHaveLength(2)
  }
})

test('the structured data holds exactly the questions and answers that the page shows', () => {
  const { markup = '', head } = pages.find(({ path }) => path === '/original') ?? {}
  const shown = [...markup.matchAll(/<details.*?<h3>(.*?)<\/h3>.*?<p[^>]*>(.*?)<\/p><\/details>/g)]
  const told = JSON.stringify(head?.data).matchAll(
    /"name":"([^"]*)","acceptedAnswer":\{[^}]*"text":"([^"]*)"/g,
  )
  const words = (found: Iterable<RegExpMatchArray>) =>
    [...found].map(([, question, answer]) => [question, answer])
  expect(words(shown)).toHaveLength(18)
  expect(words(shown)).toEqual(words(told))
})

test('the confirmation pages list the next steps with their times', () => {
  const next = (path: string) => textOf(pages.find(page => page.path === path)?.markup ?? '')
  expect(next('/trial-success')).toMatch(
    /2 hours Account setup .* 24 hours Launch call .* 48 hours Go live .* 7 days Results/,
  )
  expect(next('/onboarding-success')).toMatch(
    /Today Our specialists .* Then We prepare .* 48 hours We call you .* 7 days Your adverts are live/,
  )
})

const FORMS = {
  contact: SCHEMAS['/api/contact'],
  'trial-signup': SCHEMAS['/api/trial-signup'],
  onboarding: SCHEMAS['/api/onboarding'],
}
type Form = { of: keyof typeof FORMS; fields: Tag[]; submits: number }

const formsOf = (): Form[] =>
  pages
    .flatMap(({ markup }) => markup.match(/<form .*?<\/form>/gs) ?? [])
    .map(html => ({
      of: /action="\/api\/plain\/([\w-]+)" method="post"/.exec(html)?.[1] as Form['of'],
      fields: tagsOf(html, 'input|textarea|select').filter(({ at }) => at.name),
      submits: tagsOf(html, 'button').filter(({ at }) => at.type === 'submit').length,
    }))

/** Returns the longest text that the field accepts. */
const typed = ({ name, at }: Tag): string => {
  if (at.value) return at.value
  if (name === 'select') return 'yes'
  if (at.type === 'url' || at.inputmode === 'url') return 'https://a.example'
  if (at.type === 'tel') return '07700 900123'
  if (at.type === 'email') return 'a@b.example'
  return 'a'.repeat(Number(at.maxlength ?? 0))
}

describe('a form', () => {
  const values = (fields: Tag[]) =>
    Object.fromEntries(
      fields
        .filter(({ at }) => at.type !== 'checkbox' && at.name !== 'leaveBlank')
        .map(field => [field.at.name, typed(field)]),
    )

  test('every public form’s call has a form', () => {
    expect(new Set(formsOf().map(({ of }) => of))).toEqual(new Set(Object.keys(FORMS)))
  })

  test('each form has the fields of its schema, with the same lengths and requirements', () => {
    for (const { of, fields } of formsOf()) {
      const asked = { hasGoogleAds: false, ...values(fields) }
      expect(FORMS[of].safeParse(asked).error?.issues ?? [], of).toEqual([])
      const demanded = Object.keys(values(fields)).filter(
        name => !FORMS[of].safeParse({ ...asked, [name]: '' }).success,
      )
      const marked = fields.filter(({ at }) => 'required' in at || at.type === 'hidden')
      expect(demanded, of).toEqual(marked.map(({ at }) => at.name))
      expect(Object.keys(values(fields)).filter(name => !(name in FORMS[of].shape))).toEqual([])
    }
  })

  test('each form has one submit button and a honeypot field', () => {
    for (const { of, fields, submits } of formsOf()) {
      expect(submits, of).toBe(1)
      expect(fields.find(({ at }) => at.name === 'leaveBlank')?.at, of).toMatchObject({ tabindex: '-1' })
    }
  })
})
