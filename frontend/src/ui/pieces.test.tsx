/** The texts that components give to screen readers. */
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Boundary } from './boundary.tsx'
import { Button } from './button.tsx'
import { Checkbox } from './checkbox.tsx'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'
import { IconButton } from './icon-button.tsx'
import { Input, Textarea } from './input.tsx'

const nothing = () => undefined
const textAt = (html: string, id = '') =>
  new RegExp(` id="${id}"[^>]*>(.*?)</`).exec(html)?.[1] ?? `nothing at ${id}`
const attribute = (html: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(html)?.[1]

const field = (words: { hint?: string; error?: string; optional?: boolean }) =>
  renderToStaticMarkup(
    <Field label="Town" {...words}>
      {control => <Input {...control} />}
    </Field>,
  )
const described = (html: string) =>
  attribute(html, 'aria-describedby')
    ?.split(' ')
    .map(id => textAt(html, id))

test('a field is named by its label and described by its hint and its error', () => {
  const wrong = field({ hint: 'Such as Leeds', error: 'Town is required' })
  expect(described(wrong)).toEqual(['Such as Leeds', 'Town is required'])
  expect(wrong).toMatch(/ aria-invalid="true"/)
  expect(wrong).toMatch(/<p [^>]*role="alert"[^>]*>Town is required/)
  expect(wrong).toContain(`<label for="${/<input[^>]* id="([^"]*)"/.exec(wrong)?.[1]}"`)
  expect(described(field({ hint: 'Such as Leeds' }))).toEqual(['Such as Leeds'])
  const plain = field({})
  expect(plain).not.toMatch(/ aria-[\w-]+=|alert|optional|<p/)
  expect(field({ optional: true })).toMatch(/>Town<span[^>]*> \(optional\)</)
})

test('an open dialog is named by its title and described by its text', () => {
  const dialog = (open: boolean, description?: string) =>
    renderToStaticMarkup(
      <Dialog open={open} onClose={nothing} title="Sure?" description={description}>
        Yes or no
      </Dialog>,
    )
  const open = dialog(true, 'It cannot be undone.')
  expect(textAt(open, attribute(open, 'aria-labelledby'))).toBe('Sure?')
  expect(described(open)).toEqual(['It cannot be undone.'])
  expect(open).toMatch(/Yes or no.*<button type="button" aria-label="Close"/)
  expect(dialog(true)).not.toContain('aria-describedby')
  expect(dialog(false)).toBe('')
})

test('a button does not submit by default, and an icon button has a label', () => {
  expect(renderToStaticMarkup(<Button>Go</Button>)).toMatch(/^<button type="button"[^>]*>Go</)
  expect(renderToStaticMarkup(<Button type="submit">Go</Button>)).toMatch(/^<button type="submit"/)
  const icon = renderToStaticMarkup(<IconButton label="Remove">×</IconButton>)
  expect(icon).toMatch(/^<button type="button" aria-label="Remove" title="Remove"/)
})

test('clicking a checkbox’s label ticks it', () => {
  const box = renderToStaticMarkup(<Checkbox label="I agree" name="agreed" />)
  const [, id] = /<input id="([^"]*)" type="checkbox"[^>]* name="agreed"/.exec(box) ?? []
  expect(box).toMatch(new RegExp(`<label for="${id}"[^>]*>I agree</label>`))
})

test('a text area has four rows by default', () => {
  expect(renderToStaticMarkup(<Textarea />)).toMatch(/rows="4"/)
  expect(renderToStaticMarkup(<Textarea rows={9} />)).toMatch(/rows="9"/)
})

test('a failed part shows its fallback, or nothing', () => {
  const boundary = new Boundary({ fallback: () => 'It failed', children: 'All is well' })
  expect(boundary.render()).toBe('All is well')
  boundary.state = Boundary.getDerivedStateFromError()
  expect(boundary.render()).toBe('It failed')
  const optional = new Boundary({ children: 'All is well' })
  optional.state = Boundary.getDerivedStateFromError()
  expect(optional.render()).toBeUndefined()
})
